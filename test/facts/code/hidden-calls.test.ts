import { expect, test } from 'vitest';
import { hiddenCalls } from '../../../src/facts/code/hidden-calls.ts';

const cases: readonly (readonly [code: string, texts: readonly string[], isKnown: boolean])[] = [
  ['db.users.find({ a: 1 }).forEach(d => print(d.name))', ['.print(…)'], true],
  ['db["drop" + "Database"]()', ['.dropDatabase()'], true],
  ['db["drop"]()', ['.drop()'], true],
  ['const k = "drop"; db.users[k]()', ['.drop()'], true],
  ['db.dr\\u006fp()', ['.drop()'], true],
  ['eval("db.dr" + "op()")', ['.eval(…)', '.drop()'], true],
  ['db.users["delete" + "Many"]({})', ['.deleteMany({})'], true],
  ['const c = {}; c["drop" + "Database"] = 1; db.runCommand(c)', ['.runCommand({dropDatabase:…})'], true],
  ['db.runCommand({ ["drop" + "Database"]: 1 })', ['.runCommand({dropDatabase:…})'], true],
  ['db.runCommand({ [k]: 1 })', [], false],
  ['db.runCommand(JSON.parse(x))', [], false],
  ['db.runCommand("drop" + "Database")', ['.runCommand({dropDatabase:…})'], true],
  ['db.adminCommand({ ping: 1 })', [], true],
  ['db.users.insertMany(docs)', [], true],
  ['db[k]()', [], false],
  ['db[k].find()', [], true],
  ['Object.keys(db).forEach(k => db[k]())', [], false],
  ['eval(x)', ['.eval(…)'], false],
  ['const { drop } = db.users; drop()', ['.drop()'], true],
];

test.each(cases)('%s', (code, texts, isKnown) => {
  expect(hiddenCalls('node', code)).toEqual({ texts, isKnown });
});
