/** Commands and options of Vim, vi and ed that name files and programs. Brackets hold what may be left out. */

/** What a command does with the files in its words. */
export type VimUse = 'read' | 'write' | 'cwd' | 'load';

export interface FileCommand {
  readonly use: VimUse;
  /** The file is the one that is edited then. */
  readonly isEdited?: boolean;
  /** It takes several files. */
  readonly takesAll?: boolean;
  /** The language of the file that it runs. */
  readonly program?: string;
}

const edited = `e[dit] ea f[ile] sp[lit] vs[plit] tabe[dit] tabnew new vne[w] bad[d] balt arge[dit] diffs[plit] ped[it]
  dr[op] ex vi[sual] E`;
const reading = `fin[d] sf[ind] tabf[ind] vie[w] sv[iew] cf[ile] cg[etfile] cadd[file] caddf[ile] lf[ile] lg[etfile]
  laddf[ile] rund[o] rv[iminfo] rsh[ada] diffp[atch] rec[over]`;
const readingAll = `n[ext] ar[gs] arga[dd] argl[ocal] argg[lobal] sn[ext] sa[rgument] argu[ment]`;
const writing = `wq x[it] exi[t] sav[eas] up[date] wn[ext] wN[ext] Wn wp[revious] mks[ession] mk[exrc] mkv[imrc]
  mkvie[w] redi[r] wu[ndo] wv[iminfo] wsh[ada] ha[rdcopy] wqa[ll] xa[ll] W`;
const changing = 'cd chd[ir] lc[d] lch[dir] tc[d] tch[dir]';

interface Abbreviated extends FileCommand {
  readonly full: string;
  readonly least: number;
}

const listed = (names: string, command: FileCommand): readonly Abbreviated[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => ({
      ...command,
      full: name.replace(/[[\]]/g, ''),
      least: name.replace(/\[.*/, '').length,
    }));

const commands: readonly Abbreviated[] = [
  ...listed(edited, { use: 'read', isEdited: true }),
  ...listed(reading, { use: 'read' }),
  ...listed(readingAll, { use: 'read', isEdited: true, takesAll: true }),
  ...listed(writing, { use: 'write' }),
  ...listed(changing, { use: 'cwd' }),
  ...listed('so[urce] ru[ntime]', { use: 'load' }),
  ...listed('luaf[ile]', { use: 'load', program: 'lua' }),
  ...listed('pyf[ile] py3f[ile] pyx[file]', { use: 'load', program: 'python3' }),
  ...listed('rubyf[ile]', { use: 'load', program: 'ruby' }),
];

export const isShort = (name: string, full: string, least: number): boolean =>
  name.length >= least && full.startsWith(name);

const isOneOf = (name: string, names: string): boolean =>
  listed(names, { use: 'read' }).some(({ full, least }) => isShort(name, full, least));

export const fileCommand = (name: string): FileCommand | undefined =>
  commands.find(({ full, least }) => isShort(name, full, least));

/** Commands whose words are an expression: quotes hide a bar. */
export const takesExpression = (name: string): boolean =>
  isOneOf(
    name,
    `cal[l] let cons[t] fina[l] var ec[ho] echon echom[sg] echoe[rr] echoc[onsole] echow[indow] if elsei[f] wh[ile]
    for retu[rn] th[row] ev[al] defe[r] cex[pr] cgete[xpr] cadde[xpr] lex[pr] lgete[xpr] ladde[xpr] pu[t] unl[et]`,
  );

/** Searches in files: a pattern, and then the files. */
export const searchesFiles = (name: string): boolean =>
  isOneOf(name, 'vim[grep] lv[imgrep] vimgrepa[dd] lvimgrepa[dd]');

export function scriptLanguageOf(name: string): string | undefined {
  if (/^(?:py|pyt|pyth|pytho|python|py3|python3|pyx|pythonx|pydo|py3do|pyxdo)$/.test(name)) return 'python';
  if (/^(?:lua|luado)$/.test(name)) return 'lua';
  if (/^(?:rub|ruby|rubyd|rubydo)$/.test(name)) return 'ruby';
  return /^(?:pe|per|perl|perld|perldo)$/.test(name) ? 'perl' : undefined;
}

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const programs = names(`
  sh shell shcf shellcmdflag srr shellredir sp shellpipe shq shellquote sxq shellxquote makeprg mp grepprg gp equalprg
  ep formatprg fp keywordprg kp printexpr pexpr csprg cscopeprg perldll pythondll pythonthreedll luadll rubydll tcldll
  mzschemedll mzschemegcdll libsodiumdll opfunc operatorfunc tfu tagfunc cfu completefunc ofu omnifunc tsrfu
  thesaurusfunc qftf quickfixtextfunc ffu findfunc imaf imactivatefunc imsf imstatusfunc
`);

const expressions = names(`
  fde foldexpr fdt foldtext inde indentexpr inex includeexpr fex formatexpr dex diffexpr pex patchexpr ccv charconvert
  bexpr balloonexpr stl statusline tal tabline ruf rulerformat titlestring iconstring gtl guitablabel gtt guitabtooltip
  winbar statuscolumn stc imactivatekey def define
`);

const readFiles = names('tags tag dict dictionary tsr thesaurus ef errorfile hf helpfile');

const writtenFiles = names('vif viminfofile sdf shadafile spf spellfile mef makeef');

/** What an option does with the text that it is given. */
export function optionUse(
  name: string,
): 'program' | 'expression' | 'read' | 'write' | 'write-later' | 'ending' | undefined {
  if (programs.has(name)) return 'program';
  if (expressions.has(name)) return 'expression';
  if (readFiles.has(name)) return 'read';
  if (/^(?:vfile|verbosefile)$/.test(name)) return 'write';
  if (writtenFiles.has(name)) return 'write-later';
  return /^(?:pm|patchmode|bex|backupext)$/.test(name) ? 'ending' : undefined;
}
