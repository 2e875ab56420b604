/**
 * bylaw for OpenCode and Kilo. They have no hooks that run a command, so this
 * plugin is one: before each call it gives a line of JSON to the command below,
 * and throws if the answer is a denial, or if there is no answer. `bylaw init`
 * copies this file and fills in the command; `bylaw uninstall` takes it away.
 */
import { spawn } from 'node:child_process';

/** A program and its arguments. */
const command = ['BYLAW_COMMAND'];

/** Milliseconds. Nobody else stops a hook that takes too long. */
const deadline = 10_000;

/** Characters of a result, and of an answer; sessions and calls that are remembered. */
const longestOutput = 65_536;
const longestAnswer = 1_048_576;
const mostRemembered = 1000;
/** Subagents below each other. */
const mostLevels = 16;

// OpenCode takes every export for a plugin, so there is one.
export const bylaw = async ({ client, directory, worktree }) => {
  /** What is known of sessions, by id. */
  const sessions = new Map();
  /** The arguments of calls that were let through and have not ended, by id. */
  const running = new Map();

  async function describeSession(id) {
    const known = sessions.get(id) ?? {};
    if (known.info === undefined) {
      const found = await within(1000, () => client.session.get({ path: { id } }));
      if (found?.data !== undefined) remember(id, { info: found.data });
    }
    const { info = {}, agent, model } = sessions.get(id) ?? known;
    const { version: opencodeVersion, parentID } = info;
    return { opencodeVersion, parentID, rootID: await rootAbove(parentID), agent, model };
  }

  /** The session that the parents of a session lead to; subagents may have subagents. */
  async function rootAbove(parentID) {
    let id = parentID;
    for (let level = 0; id !== undefined && level < mostLevels; level++) {
      if (sessions.get(id)?.info === undefined) {
        const parent = id;
        const found = await within(1000, () => client.session.get({ path: { id: parent } }));
        if (found?.data === undefined) return id;
        remember(id, { info: found.data });
      }
      const above = sessions.get(id)?.info.parentID;
      if (above === undefined) return id;
      id = above;
    }
    return id;
  }

  const remember = (id, more) => keep(sessions, id, { ...sessions.get(id), ...more });

  /** The names of the servers, because the names of their tools do not tell them. */
  async function listServers() {
    const found = await within(1000, () => client.mcp.status());
    return found?.data === undefined ? undefined : Object.keys(found.data);
  }

  /** Asks the command; throws where it gives no answer of those that it may give. */
  async function ask(hook, input, output, session) {
    const [mcpServers, described] = await Promise.all([listServers(), describeSession(session)]);
    const question = { shim: 1, hook, input, output, directory, worktree, mcpServers, ...described };
    return readAnswer(await run(JSON.stringify(question), directory));
  }

  /** What is only told may fail: the call has run, whatever comes of this. */
  const tell = (...question) => ask(...question).catch(() => {});

  return {
    'chat.params': async ({ sessionID, agent, model }) => {
      remember(sessionID, { agent: typeof agent === 'string' ? agent : agent?.name, model: model?.id });
    },

    'tool.execute.before': async (input, output) => {
      const { tool, sessionID, callID } = input;
      let answer;
      try {
        answer = await ask(
          'tool.execute.before',
          { tool, sessionID, callID },
          { args: output.args },
          sessionID,
        );
      } catch (error) {
        throw new Error(
          `bylaw could not be asked, so the call is not allowed: ${error.message}. A person should run \`bylaw doctor\`.`,
        );
      }
      if (answer.denied) throw new Error(answer.reason);
      keep(running, callID, output.args);
    },

    'tool.execute.after': async (input, output) => {
      const { tool, sessionID, callID } = input;
      const args = input.args ?? running.get(callID);
      running.delete(callID);
      const told = { output: textOf(output), isError: output?.isError === true };
      await tell('tool.execute.after', { tool, sessionID, callID, args }, told, sessionID);
    },

    event: async ({ event }) => {
      const { type, properties } = event;
      const { info, part } = properties ?? {};
      if (type === 'session.created' || type === 'session.deleted') {
        const id = info?.id;
        if (type === 'session.created') remember(id, { info });
        await tell('event', { event: { type, properties: { info: { id } } } }, {}, id);
        if (type === 'session.deleted') sessions.delete(id);
      } else if (type === 'message.part.updated' && part?.state?.status === 'error') {
        const { tool, sessionID, callID } = part;
        // Calls that were denied here, and failures that were told, are not among those that run.
        if (!running.has(callID)) return;
        const state = {
          status: 'error',
          input: running.get(callID),
          error: String(part.state.error).slice(0, longestOutput),
        };
        running.delete(callID);
        const failed = { type, properties: { part: { tool, sessionID, callID, state } } };
        await tell('event', { event: failed }, {}, sessionID);
      }
    },
  };
};

/** Remembers, and forgets what is oldest. */
function keep(map, key, value) {
  map.set(key, value);
  if (map.size > mostRemembered) map.delete(map.keys().next().value);
}

/** The result, or undefined where there is none in time. */
async function within(milliseconds, begin) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    return await Promise.race([begin(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Gives the command one line; what it prints. */
function run(line, cwd) {
  const [program, ...args] = command;
  if (program === 'BYLAW_COMMAND') throw new Error('this plugin was copied by hand; run `bylaw init`');
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
    const fail = (why) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(why));
    };
    const timer = setTimeout(() => fail(`\`${program}\` gave no answer within ${deadline} ms`), deadline);
    let printed = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text) => {
      printed += text;
      if (printed.length > longestAnswer) fail(`\`${program}\` printed too much`);
    });
    child.on('error', () => fail(`\`${program}\` cannot be run`));
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(printed);
      else reject(new Error(`\`${program}\` ended with ${code ?? 'a signal'}`));
    });
    // A command that does not read says so by how it ends.
    child.stdin.on('error', () => {});
    child.stdin.end(`${line}\n`);
  });
}

/** `{}` or `{"decision":"deny","reason":"…"}`; anything else is no answer. */
function readAnswer(text) {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Error('the answer is no JSON');
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw new Error('the answer is no object');
  }
  const { decision, reason } = answer;
  if (Object.keys(answer).length === 0) return { denied: false };
  if (decision !== 'deny') throw new Error('the answer has no decision that is known');
  const isTold = typeof reason === 'string' && reason !== '';
  return { denied: true, reason: isTold ? reason : 'This call is not allowed by policy.' };
}

/** The text of a result: of a tool, or of one of an MCP server. */
function textOf(output) {
  const parts = Array.isArray(output?.content) ? output.content : [];
  const text = output?.output ?? parts.map((part) => part?.text ?? '').join('\n');
  return String(text).slice(0, longestOutput);
}
