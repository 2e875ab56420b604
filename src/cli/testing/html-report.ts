/**
 * Coverage as one page that needs nothing else: the shares, a row for each rule, and
 * the text of every policy with what tests saw of it. No script runs in it.
 */
import { fillTemplate } from '../../host/machine/template.ts';
import { versionOfBylaw } from '../../host/machine/version.ts';
import {
  type Coverage,
  clauseShare,
  exceptionShare,
  isSeenBothWays,
  type Measure,
  measures,
  percentOf,
  type RuleCoverage,
  type Share,
  totalsOf,
} from '../../scenario/coverage/coverage.ts';
import { countOf } from '../policies/policies.ts';
import { type CoveredFile, coveredFiles, type Status } from './coverage-marks.ts';
import { sourceRows } from './html-source.ts';
import { html } from './html-text.ts';
import type { TestRun } from './test-run.ts';
import { testsLine } from './text-report.ts';

/** The whole page, ending in a line end. */
export function htmlReport(coverage: Coverage, run: TestRun): string {
  const files = coveredFiles(coverage, run.loaded.sources);
  const anchors = new Map(files.map(({ source }, at) => [source.path, `f${at + 1}`] as const));
  const { rules } = coverage;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Coverage of policies</title>
<style>
${fillTemplate('coverage.css')}</style>
</head>
<body>
<a class="skip" href="#rules">To the rules</a>
<div class="layout">
<nav aria-label="Files">
<h2>Files</h2>
<ul>
${files.map((file) => navItem(file, anchorOf(anchors, file))).join('\n')}
</ul>
</nav>
<main>
<header>
<h1>Coverage of policies</h1>
<p>${countOf(rules.length, 'rule')} in ${countOf(files.length, 'file')} · ${html(testsLine(run))}</p>
</header>
<ul class="tiles">
${measures.map((measure) => tile(measure, totalsOf(coverage)[measure])).join('\n')}
</ul>
<h2 class="title" id="rules">Rules</h2>
<div class="card scroll" tabindex="0" role="region" aria-labelledby="rules">
<table class="rules">
<thead><tr><th scope="col">Rule</th><th scope="col">Calls</th><th scope="col">Held</th><th scope="col">Did not</th><th scope="col">Unsure</th><th scope="col">Clauses</th><th scope="col">Exceptions</th></tr></thead>
<tbody>
${rules.map((rule) => ruleRow(rule, linkTo(rule, files, anchors))).join('\n')}
</tbody>
</table>
</div>
<h2 class="title">Policies</h2>
<div class="bars">
<span class="key"><b class="full">✓</b> seen in full</span>
<span class="key"><b class="part">◐</b> seen in part</span>
<span class="key"><b class="none">✕</b> never seen</span>
<label><input type="checkbox" id="missing"> Only lines with something missing</label>
</div>
${files.map((file) => fileSection(file, anchorOf(anchors, file))).join('\n')}
<footer>Made by <code>bylaw test --html</code>, bylaw ${html(versionOfBylaw())}. A clause is seen in full when the calls of its rule’s tests gave it every value that it can take.</footer>
</main>
</div>
</body>
</html>
`;
}

type Anchors = ReadonlyMap<string, string>;

const anchorOf = (anchors: Anchors, { source }: CoveredFile): string => anchors.get(source.path) ?? '';

const statusOf = ({ seen, of }: Share): Status => (seen >= of ? 'full' : seen === 0 ? 'none' : 'part');

const bar = (share: Share): string =>
  `<span class="bar" aria-hidden="true"><i style="width:${percentOf(share)}%"></i></span>`;

const together = (...shares: readonly Share[]): Share => ({
  seen: shares.reduce((sum, { seen }) => sum + seen, 0),
  of: shares.reduce((sum, { of }) => sum + of, 0),
});

function navItem(file: CoveredFile, anchor: string): string {
  const share = together(file.clauses, file.entries);
  return `<li><a href="#${anchor}"><span class="name">${html(file.source.path)}</span><span class="share ${statusOf(share)}">${percentOf(share)}%</span></a></li>`;
}

const about: Readonly<Record<Measure, { readonly title: string; readonly words: string }>> = {
  rules: { title: 'Rules', words: 'that tests saw hold for a call, and not hold for another' },
  clauses: { title: 'Clauses', words: 'values, yes, no or unknown, that a clause can take and took' },
  exceptions: { title: 'Exceptions', words: 'that excused a call which the rule would have been about' },
  entries: { title: 'Entries', words: 'of lists, and alternatives, that were the one that matched' },
};

function tile(measure: Measure, share: Share): string {
  const { title, words } = about[measure];
  return `<li class="tile ${statusOf(share)}"><h2>${title}</h2><div><span class="big percent">${percentOf(share)}%</span> <span class="of">${share.seen} of ${share.of}</span></div>${bar(share)}<p>${words}</p></li>`;
}

function linkTo({ place }: RuleCoverage, files: readonly CoveredFile[], anchors: Anchors): string {
  const lines = files.find(({ source }) => source.path === place.path)?.lines;
  return `#${anchors.get(place.path) ?? ''}-${lines?.positionAt(place.span.start).line ?? 1}`;
}

function ruleRow(rule: RuleCoverage, href: string): string {
  const { code, calls, seen, clauses, exceptions } = rule;
  const must = (count: number): string => `<td${count === 0 ? ' class="zero"' : ''}>${count}</td>`;
  const unsure = `<td${seen.unknown === 0 ? ' class="dim"' : ''}>${seen.unknown}</td>`;
  const sign = isSeenBothWays(rule) ? '' : ' <span class="zero">one way only</span>';
  return `<tr><th scope="row"><a href="${href}">${html(code)}</a>${sign}</th>${must(calls)}${must(seen.yes)}${must(seen.no)}${unsure}${shareCell(clauseShare(clauses))}${shareCell(exceptionShare(exceptions))}</tr>`;
}

function shareCell(share: Share): string {
  if (share.of === 0) return '<td class="dim">none</td>';
  return `<td class="${statusOf(share)}">${share.seen} of ${share.of}<span class="bar meter" aria-hidden="true"><i style="width:${percentOf(share)}%"></i></span></td>`;
}

function fileSection(file: CoveredFile, anchor: string): string {
  const { source, rules, clauses, entries } = file;
  const isWhole = clauses.seen === clauses.of && entries.seen === entries.of && rules.every(isSeenBothWays);
  const parts = [
    ...(rules.length === 0 ? [] : [countOf(rules.length, 'rule')]),
    ...(clauses.of === 0 ? [] : [`clauses ${percentOf(clauses)}%`]),
    ...(entries.of === 0 ? [] : [`entries ${percentOf(entries)}%`]),
  ];
  return `<details class="card${isWhole ? ' whole' : ''}" id="${anchor}" open>
<summary><h3>${html(source.path)}</h3>${parts.map((part) => `<span>${part}</span>`).join('')}</summary>
<div class="scroll"><table class="source" aria-label="${html(source.path)}">
<tbody>
${sourceRows(file, anchor)}
</tbody>
</table></div>
</details>`;
}
