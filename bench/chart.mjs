// A chart as SVG, written by hand: time for one decision against the number of rules, both logarithmic, a line for each
// engine with its name at its end. It says in words what it shows, for whoever does not see it, and takes its colours
// from whether the page is light or dark.
import { time } from '../scripts/statistics.mjs';

const width = 860;
const height = 520;
const plot = { left: 76, right: 640, top: 64, bottom: 460 };
/** Between the names at the ends of two lines. */
const lineHeight = 19;

/**
 * @typedef {{ name: string, role: 'own' | 'reference' | 'peer', points: readonly { rules: number, nanoseconds: number }[] }} Line
 *
 * @param {{ title: string, lines: readonly Line[] }} chart every line has a point at least
 * @returns {string}
 */
export function drawChart({ title, lines }) {
  const points = lines.flatMap((line) => line.points);
  const x = scale(decades(points.map(({ rules }) => rules)), plot.left, plot.right);
  const y = scale(decades(points.map(({ nanoseconds }) => nanoseconds)), plot.bottom, plot.top);
  const ends = spreadOut(lines.map(({ points }) => y(points.at(-1).nanoseconds)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="13">
  <title id="title">${escaped(title)}</title>
  <desc id="desc">${escaped(inWords(lines))}</desc>
  <style>
    .ground { fill: #ffffff } .text { fill: #1f2328 } .faint { fill: #59636e } .grid { stroke: #d1d9e0 }
    .own { stroke: #0969da; fill: #0969da } .reference { stroke: #1a7f37; fill: #1a7f37 } .peer { stroke: #6e7781; fill: #59636e }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117 } .text { fill: #f0f6fc } .faint { fill: #9198a1 } .grid { stroke: #30363d }
      .own { stroke: #4493f8; fill: #4493f8 } .reference { stroke: #3fb950; fill: #3fb950 } .peer { stroke: #8b949e; fill: #b1bac4 }
    }
    .line { fill: none; stroke-width: 1.5 } .own.line { stroke-width: 3 } .reference.line { stroke-dasharray: 6 4 } .name { stroke: none }
    .own.name { font-weight: 600 }
  </style>
  <rect class="ground" width="${width}" height="${height}"/>
  <text class="text" x="${plot.left}" y="30" font-size="16" font-weight="600">${escaped(title)}</text>
  <text class="faint" x="${plot.left}" y="${plot.top - 10}">time for one decision</text>
  <text class="faint" x="${(plot.left + plot.right) / 2}" y="${height - 14}" text-anchor="middle">rules</text>
${[...y.marks.map((mark) => horizontal(mark, y)), ...x.marks.map((mark) => vertical(mark, x))].join('\n')}
${lines.map((line, at) => drawLine(line, x, y, ends[at])).join('\n')}
</svg>
`;
}

/** The powers of ten around some values. */
function decades(values) {
  const from = Math.floor(Math.log10(Math.min(...values)));
  const to = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: Math.max(2, to - from + 1) }, (_, at) => 10 ** (from + at));
}

function scale(marks, start, end) {
  const [first, last] = [Math.log10(marks[0]), Math.log10(marks.at(-1))];
  const place = (value) => start + ((Math.log10(value) - first) / (last - first)) * (end - start);
  return Object.assign(place, { marks });
}

/** Heights as near to the given ones as they can be without two names overlapping. */
function spreadOut(heights) {
  const order = heights.map((_, at) => at).sort((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  for (const [rank, at] of order.entries()) {
    if (rank > 0) placed[at] = Math.max(placed[at], placed[order[rank - 1]] + lineHeight);
  }
  const over = Math.max(0, Math.max(...placed) - plot.bottom);
  for (let rank = order.length - 1, most = plot.bottom; over > 0 && rank >= 0; rank--, most -= lineHeight) {
    placed[order[rank]] = Math.min(placed[order[rank]], most);
  }
  return placed;
}

function horizontal(mark, y) {
  const at = round(y(mark));
  return `  <line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${at}" y2="${at}"/>
  <text class="faint" x="${plot.left - 8}" y="${at + 4}" text-anchor="end">${time(mark)}</text>`;
}

function vertical(mark, x) {
  const at = round(x(mark));
  return `  <line class="grid" x1="${at}" x2="${at}" y1="${plot.top}" y2="${plot.bottom}"/>
  <text class="faint" x="${at}" y="${plot.bottom + 20}" text-anchor="middle">${mark.toLocaleString('en-US')}</text>`;
}

function drawLine({ name, role, points }, x, y, end) {
  const path = points
    .map(({ rules, nanoseconds }) => `${round(x(rules))},${round(y(nanoseconds))}`)
    .join(' ');
  const last = points.at(-1);
  const dots = points.map(
    ({ rules, nanoseconds }) =>
      `<circle class="${role}" r="3" cx="${round(x(rules))}" cy="${round(y(nanoseconds))}"/>`,
  );
  const isEarly = last.rules < x.marks.at(-1);
  const label = `${name}, ${time(last.nanoseconds)}${isEarly ? ` with ${last.rules.toLocaleString('en-US')}` : ''}`;
  const leader = `<path class="grid line" d="M${round(x(last.rules)) + 5} ${round(y(last.nanoseconds))}L${plot.right + 18} ${round(end)}"/>`;
  return `  ${leader}<polyline class="${role} line" points="${path}"/>${dots.join('')}
  <text class="${role} name" x="${plot.right + 22}" y="${round(end) + 4}">${escaped(label)}</text>`;
}

function inWords(lines) {
  const said = lines.map(({ name, points }) => {
    const values = points.map(
      ({ rules, nanoseconds }) => `${time(nanoseconds)} with ${rules.toLocaleString('en-US')}`,
    );
    return `${name}: ${values.join(', ')}.`;
  });
  return `Time for one decision by number of rules. ${said.join(' ')}`;
}

const round = (value) => Math.round(value * 10) / 10;
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
