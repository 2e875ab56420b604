import { spellings, pairsOf } from './test/variants/spellings.ts';
import { mentions, mentionsInTools } from './test/variants/mentions.ts';
import { baseCommands } from './test/variants/base-commands.ts';
import { keyEffects, lostEffects } from './test/variants/key-effects.ts';
import { shellEvent, toolEvent } from './test/variants/shell-event.ts';
import { derive } from './src/facts/facts.ts';
const eff=(c)=>keyEffects(derive(shellEvent(c)).effects);
const opaque=(c)=>derive(shellEvent(c)).effects.unknowns.map(u=>u.why);
const mode=process.argv[2];
if(mode==='base') for(const {command,effects} of baseCommands){const f=eff(command);console.log('##',command);for(const [k,c] of f)console.log(c?'   ':' ? ',k);for(const e of effects)if(f.get(e)!==true)console.log('   !!! expected',e);const u=opaque(command); if(u.length)console.log('   unknown',u)}
else{
 const miss=new Map(),weak=new Map();
 const add=(m,n,x)=>{const l=m.get(n)??[];l.push(x);m.set(n,l)};
 let total=0, bad=0;
 const go=(command,exp,{name,text})=>{total++;const {missing,weaker}=lostEffects(exp,eff(text)); if(missing.length)add(miss,name,[command,text,missing,opaque(text)]); else if(weaker.length)add(weak,name,[command,text,weaker]); if(missing.length||weaker.length)bad++;};
 if(mode==='spell'){for(const {command} of baseCommands){const exp=eff(command);for(const s of spellings(command))go(command,exp,s);}}
 if(mode==='pairs'){for(const {command} of baseCommands){const exp=eff(command);for(let s=0;s<+process.argv[3];s++)for(const p of pairsOf(command,s,10))go(command,exp,p);}}
 if(mode==='mention'){for(const {command} of baseCommands){const exp=eff(command);for(const m of mentions(command)){total++;const f=eff(m.text);const d=[...exp.keys()].filter(k=>f.has(k));if(d.length){bad++;add(miss,m.name,[command,m.text,d,[]]);}}
  for(const m of mentionsInTools(command)){total++;const f=keyEffects(derive(toolEvent(m.tool,m.kind,m.input)).effects);const d=[...exp.keys()].filter(k=>f.has(k));if(d.length){bad++;add(miss,m.name,[command,m.tool,d,[]]);}}}}
 console.log(total,'total',bad,'bad');
 for(const [t,m] of [['MISSING',miss],['WEAKER',weak]])for(const [n,l] of [...m].sort((a,b)=>b[1].length-a[1].length).slice(0,+(process.argv[4]??200)))console.log(t,l.length,n,'\n     ',JSON.stringify(l[0][1]),'\n     ',l[0][2].join(' ;; '),'| unknown:',(l[0][3]??[]).join(','), l.length<28?'\n      all: '+l.map(x=>x[0]).slice(0,8).join(' / '):'');
}
