// What `npm run campaign` was asked for. npm takes options for itself that stand before `--`, and hands them on in
// the environment: `npm run campaign x --minutes=5` sets `npm_config_minutes`, and `--minutes 5` leaves the 5 behind.
// What is behind `harnesses` are names of that campaign's own.
import { parseArgs } from 'node:util';

/**
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {readonly string[]} known the names of all campaigns
 * @returns {{ names: readonly string[], only?: readonly string[], minutes: number, seed: number | undefined } | { problem: string }}
 */
export function readCampaignArguments(args, env, known) {
  if (args.includes('--help') || args.includes('-h'))
    return { problem: `${usage}\ncampaigns: ${known.join(', ')}` };
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { minutes: { type: 'string' }, seed: { type: 'string' } },
    });
  } catch (error) {
    // What Node says beside it is about texts that begin with a dash, of which there are none here.
    return { problem: `${error.message.split('. ')[0]}; ${usage}` };
  }
  const left = [...parsed.positionals];
  const values = { ...parsed.values };
  const taken = ['minutes', 'seed'].filter((name) => values[name] === undefined && env[`npm_config_${name}`]);
  const without = taken.filter((name) => env[`npm_config_${name}`] === 'true');
  if (without.length > 1) return { problem: `npm took the options for itself: ${usage}` };
  for (const name of taken) {
    const value = env[`npm_config_${name}`];
    values[name] = value === 'true' ? left.splice(left.findIndex(isNumber), 1)[0] : value;
  }
  const at = left.indexOf('harnesses');
  // A column is written with blanks in the table, and with dashes here.
  const only = at < 0 ? [] : left.splice(at + 1).map((name) => name.replaceAll(' ', '-'));
  const unknown = left.find((name) => !known.includes(name));
  if (unknown !== undefined) return { problem: `there is no campaign \`${unknown}\`: ${known.join(', ')}` };
  const { minutes = '0', seed } = values;
  if (!isNumber(minutes)) return { problem: `\`--minutes ${minutes}\` is not a number of minutes; ${usage}` };
  if (seed !== undefined && !(/^\d{1,10}$/.test(seed) && Number(seed) < 2 ** 31))
    return { problem: `\`--seed ${seed}\` is not a whole number from 0 to ${2 ** 31 - 1}; ${usage}` };
  return {
    names: left.length === 0 ? known : [...new Set(left)],
    ...(only.length > 0 && { only }),
    minutes: Number(minutes),
    seed: seed === undefined ? undefined : Number(seed),
  };
}

const usage = 'say `npm run campaign -- [NAME…] [harnesses [HARNESS…] [COLUMN…]] [--minutes N] [--seed S]`';
const isNumber = (text) => /^\d+(?:\.\d+)?$/.test(text ?? '');
