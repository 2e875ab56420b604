/**
 * Names of hosts without a scheme or a port: `db.example.com`. Only the last part tells such a name
 * from the name of a file (`main.py`) or of something in a program (`os.path`): it has to be a zone of the network in
 * which no well-known kind of file has its ending.
 */

const zones: ReadonlySet<string> = new Set(
  `com net org edu gov mil int info biz name pro aero coop jobs mobi travel tel asia cat
  example test invalid local localdomain internal intranet lan home corp private arpa onion
  dev page cloud online site website store shop tech space xyz top club live life world today news blog wiki
  link click host hosting press network systems solutions services agency digital email group team company
  center academy community support software tools games social media studio design work works
  finance money bank fund capital exchange health care legal direct global one fun icu vip buzz monster
  win bid loan men date stream download review racing party science trade webcam accountant cricket faith
  ninja guru rocks codes chat zone city land plus ltd gmbh llc inc limited
  app art auto bar beauty berlin best bet bid bike bio black blue boutique builders business cafe camera camp cam cards
  care careers cash casino catering chase cheap church cleaning clinic clothing coffee college condos construction
  consulting contact contractors cool coupons credit cruises dance dating deals delivery dental dentist diamonds diet
  discount doctor dog domains earth eco energy engineer engineering enterprises equipment estate events exchange expert
  exposed express family fan fans farm fashion film financial fish fishing fit fitness flights florist flowers football
  forsale foundation fyi gallery garden gay gift gifts glass gold golf google green gripe guide hair haus hockey holdings
  holiday homes horse hospital house immo immobilien industries ink institute insure international investments jetzt
  jewelry kim kitchen kiwi lat lawyer lease lgbt lighting limo lol london love luxe management market marketing markets
  meme memorial money mortgage moscow movie nyc ooo paris partners party pet photography photos pics pictures pink pizza
  plumbing poker productions promo properties property quest reisen rent rentals repair report republican rest restaurant
  rip rodeo saarland salon school schule services sexy shoes show singles ski soccer solar sport storage sucks supplies
  supply surf surgery sydney tattoo tax taxi theater tickets tips tires today tokyo toys trading training university uno
  vacations vegas ventures vet viajes video villas vin vision vodka vote voyage watch webcam wedding wien wine wtf yachts
  yoga`.split(/\s+/),
);

/** Zones of countries whose letters are also the ending of files. */
const endings: ReadonlySet<string> = new Set(
  'py rs sh md pl pm ps so cc mk ml am ac la in do st gz bz id tf vi ms as cs hs js ts kt rb vb go db bc ll mm'.split(
    ' ',
  ),
);

/** Whether the last part of a text, behind its last dot, is a zone of the network. */
function endsInZone(text: string): boolean {
  const zone = text.slice(text.lastIndexOf('.') + 1).toLowerCase();
  return /^[a-z]{2}$/.test(zone) ? countries.has(zone) && !endings.has(zone) : zones.has(zone);
}

const countries: ReadonlySet<string> = new Set(
  `ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf
  cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh
  gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr
  kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf
  ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm
  sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf
  ws ye yt za zm zw`.split(/\s+/),
);

const name = /^(?:[\w-]+\.)+[a-z]{2,16}\.?$/i;

/** Whether a text is the name of a host and nothing else. */
export function isHostName(text: string): boolean {
  if (!text.includes('.') || text.length > 253 || !name.test(text)) return false;
  return endsInZone(text.endsWith('.') ? text.slice(0, -1) : text);
}

/** The longest text in which names are looked for, and the most that are given. */
const longestText = 2048;
const mostNames = 16;

/** The names of hosts between the signs of a word: `tcp:db.example,1433`, `u@db.example`, `db.example/x`. */
export function hostNamesIn(text: string): readonly string[] {
  if (!text.includes('.') || text.length > longestText || /\s/.test(text)) return [];
  const found: string[] = [];
  for (const each of text.split(/[=,;:@+|#{}()[\]<>"'`?&!]/)) {
    const part = each.startsWith('//') ? each.slice(2) : each;
    const slash = part.indexOf('/');
    const host = slash < 0 ? part : part.slice(0, slash);
    if (isHostName(host) && found.push(host) === mostNames) break;
  }
  return found;
}
