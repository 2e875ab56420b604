/** How the page of coverage looks: light and dark, on wide and narrow screens and on paper. */

/** The style sheet, for inside a `style` element. */
export const style = `
:root{color-scheme:light dark;
--page:#f6f7f9;--card:#fff;--ink:#1b1f26;--soft:#5b6472;--line:#dfe3e9;--faint:#eef1f5;--link:#2456c4;
--full:#1a7f4b;--full-back:#e1f5ea;--part:#8f5b00;--part-back:#fff1cf;--none:#b3261e;--none-back:#fde5e3;
--full-bar:#2ba566;--part-bar:#e0a526;--none-bar:#d9534b;
--text:#7a3d9a;--word:#1d4f91;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
@media (prefers-color-scheme:dark){:root{
--page:#0f1216;--card:#171b21;--ink:#e5e8ed;--soft:#98a2b1;--line:#2a303a;--faint:#1e232b;--link:#8ab0ff;
--full:#5fd39a;--full-back:#12321f;--part:#f0bd5a;--part-back:#3a2c0a;--none:#ff938b;--none-back:#431a18;
--full-bar:#3fb97e;--part-bar:#d9a43c;--none-bar:#e0655d;
--text:#d3a4ea;--word:#8fbcf5}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 var(--sans)}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:2}
.layout{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:100rem;margin:0 auto}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:2rem 1rem 2rem 1.5rem}
nav h2{font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft);margin:0 0 .5rem .6rem}
nav ul{list-style:none;margin:0 0 1.5rem;padding:0}
nav li a{display:flex;justify-content:space-between;gap:.75rem;padding:.22rem .6rem;border-radius:6px;color:var(--ink)}
nav li a:hover{background:var(--faint);text-decoration:none}
nav li .name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
nav .share{font-variant-numeric:tabular-nums;font-size:.8rem;line-height:1.5rem}
main{padding:2rem 2rem 4rem 1rem;min-width:0}
h1{font-size:1.65rem;line-height:1.2;letter-spacing:-.01em;margin:0 0 .3rem}
header p{margin:0 0 1.5rem;color:var(--soft)}
h2.title{font-size:1.1rem;margin:2.25rem 0 .75rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.9rem;margin:0;padding:0;list-style:none}
.tile,.card{background:var(--card);border:1px solid var(--line);border-radius:10px}
.tile{padding:1rem 1.1rem 1.1rem}
.tile h2{margin:0;font-size:.9rem;font-weight:600}
.tile .big{font-size:1.9rem;font-weight:650;line-height:1.25;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.tile .of{color:var(--soft);font-size:.85rem;font-variant-numeric:tabular-nums}
.tile p{margin:.6rem 0 0;color:var(--soft);font-size:.8rem;line-height:1.4}
.bar{display:block;height:6px;border-radius:3px;background:var(--faint);overflow:hidden;margin-top:.4rem}
.bar i{display:block;height:100%;border-radius:3px;background:currentColor}
.full .percent,.share.full{color:var(--full)}.full>.bar{color:var(--full-bar)}
.share.part{color:var(--part)}.part>.bar{color:var(--part-bar)}
.none .percent,.share.none{color:var(--none)}.none>.bar{color:var(--none-bar)}
.card{overflow:hidden}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
.rules th,.rules td{padding:.42rem .6rem;text-align:right;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums;white-space:nowrap}
.rules th:first-child,.rules td:first-child{text-align:left}
.rules thead th{font-size:.78rem;font-weight:600;color:var(--soft);background:var(--faint)}
.rules tbody th{font-weight:400}
.rules tbody tr:last-child>*{border-bottom:0}
.rules tbody tr:hover{background:var(--faint)}
.rules .zero{color:var(--none);font-weight:600}
.rules .meter{display:inline-block;width:3.2rem;vertical-align:middle;margin:0 0 0 .5rem}
.rules .dim{color:var(--soft)}.rules td.none{color:var(--none);font-weight:600}
.bars{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.4rem;margin:0 0 1rem;color:var(--soft);font-size:.85rem}
.bars .key{display:inline-flex;gap:.4rem;align-items:center}
.bars label{margin-left:auto;display:inline-flex;gap:.5rem;align-items:center;color:var(--ink);cursor:pointer}
details{margin:0 0 1rem}
summary{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;align-items:baseline;padding:.75rem 1.1rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"▸";color:var(--soft);width:.8em}
details[open] summary::before{content:"▾"}
details[open] summary{border-bottom:1px solid var(--line)}
summary h3{font:600 .95rem var(--mono);margin:0}
summary span{font-size:.83rem;color:var(--soft);font-variant-numeric:tabular-nums}
.source{font:12.5px/1.65 var(--mono)}
.source tr:target{background:var(--faint)}
.source th{width:3.6rem;padding:0 .8rem 0 1rem;text-align:right;font-weight:400;vertical-align:top;user-select:none}
.source th a{color:var(--soft)}
.source td{padding:0;vertical-align:top}
.source .sign{width:1.6rem;text-align:center;user-select:none;font-family:var(--sans)}
.source tr.full .sign{color:var(--full)}.source tr.part .sign{color:var(--part)}.source tr.none .sign{color:var(--none)}
.source .code{padding-left:.5rem}
.source code{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
.source .note{width:24%;min-width:13rem;padding:.1rem 1rem 0 1.2rem;font:12px/1.5 var(--sans);color:var(--soft)}
.source tr.part .note{color:var(--part)}.source tr.none .note{color:var(--none)}
.comment{color:var(--soft);font-style:italic}.text{color:var(--text)}.word{color:var(--word);font-weight:600}
.clause,.entry,.rule{border-radius:3px;-webkit-box-decoration-break:clone;box-decoration-break:clone;padding:.1em 0}
.clause.full,.entry.full,.rule.full,.key b.full{background:var(--full-back)}
.clause.part,.entry.part,.rule.part,.key b.part{background:var(--part-back)}
.clause.none,.entry.none,.rule.none,.key b.none{background:var(--none-back)}
.rule{font-weight:700}
.entry{box-shadow:inset 0 -2px 0 0 currentColor}
.entry.full{box-shadow:inset 0 -1.5px 0 0 var(--full)}.entry.none{box-shadow:inset 0 -2px 0 0 var(--none)}
.key b{display:inline-block;min-width:1.5rem;text-align:center;border-radius:3px;font-weight:400}
.key b.full{color:var(--full)}.key b.part{color:var(--part)}.key b.none{color:var(--none)}
body:has(#missing:checked) .source tr:not(.part):not(.none){display:none}
body:has(#missing:checked) details.whole{display:none}
footer{margin-top:2.5rem;color:var(--soft);font-size:.82rem}
@media (max-width:62rem){.layout{display:block}nav{display:none}main{padding:1.25rem 1rem 3rem}
.source .note{min-width:9rem;padding-left:.6rem}.bars label{margin-left:0}}
@media print{nav,.bars label,.skip{display:none}.layout{display:block}body{background:#fff}.source tr,.tile{break-inside:avoid}}
`;
