import { describe, expect, test } from 'vitest';
import { builtInKnowledge } from '../../src/facts/knowledge/table/built-in.ts';
import { hostClasses } from '../../src/pattern/host.ts';
import { hostClassWords, isEffectVerb, isObjectWord, roles } from '../../src/vocabulary/effects.ts';
import { fieldRoots, fieldSpellings, fieldTable, findField } from '../../src/vocabulary/fields.ts';
import { isKind, kinds, severities } from '../../src/vocabulary/kinds.ts';
import { foreignOperators, isOperator, operatorTable } from '../../src/vocabulary/operators.ts';
import { parseTemplate } from '../../src/vocabulary/template.ts';
import { units } from '../../src/vocabulary/units.ts';

describe('fields', () => {
  test('each is in the table once, and every spelling is of one field', () => {
    expect(new Set(fieldTable.map(({ id }) => id)).size).toBe(fieldTable.length);
    expect(fieldSpellings.length).toBe(fieldTable.reduce((sum, { spellings }) => sum + spellings.length, 0));
  });

  test('every spelling finds its field', () => {
    for (const { id, spellings } of fieldTable) {
      for (const spelling of spellings) {
        const [root = '', ...steps] = spelling.split(/[. ]/);
        expect(findField(root, steps)?.entry.id).toBe(id);
      }
    }
  });

  test('only open fields have steps below them', () => {
    expect(findField('tool', ['input', 'a', 0])).toMatchObject({ entry: { id: 'input' }, taken: 1 });
    expect(findField('input', ['a'])).toMatchObject({ entry: { id: 'input' }, taken: 0 });
    expect(findField('tool', ['name', 'first'])).toBeUndefined();
    expect(findField('session', [])).toBeUndefined();
    expect(findField('session', ['agent', 'name'])).toBeUndefined();
  });

  test('words of every object of JavaScript are no fields', () => {
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(findField(word, [])).toBeUndefined();
      expect(findField('session', [word])).toBeUndefined();
      expect(isOperator(word)).toBe(false);
      expect(isKind(word)).toBe(false);
    }
  });
});

test('what other languages call an operator leads to one that is here', () => {
  for (const [foreign, own] of foreignOperators) {
    expect(isOperator(foreign)).toBe(false);
    expect(Object.keys(operatorTable)).toContain(own.replace(/^is (?:not|present)$/, 'is'));
  }
});

test('kinds and severities are those of the protocol and the language', () => {
  expect(kinds).toHaveLength(9);
  expect(severities).toEqual(['low', 'medium', 'high', 'critical']);
});

describe('what a call does', () => {
  test('no field begins with a verb', () => {
    expect([...fieldRoots].filter((root) => isEffectVerb(root) || isObjectWord(root))).toEqual([]);
  });

  test('words of every object of JavaScript are no verbs and no objects', () => {
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect([isEffectVerb(word), isObjectWord(word)]).toEqual([false, false]);
    }
  });

  test('the classes of hosts are those that hosts are sorted into', () => {
    expect([...hostClassWords].sort()).toEqual([...hostClasses].sort());
  });

  test('every word for the words of commands is in some table of programs, so that rules with it can hold', () => {
    const forms = [...builtInKnowledge().programs.values()].flatMap((program) => program.forms);
    const given = new Set(
      forms.flatMap(({ operands, options }) => [
        ...operands.map(({ role }) => role),
        ...options.flatMap(({ role }) => role ?? []),
      ]),
    );
    expect(roles.filter((role) => !given.has(role))).toEqual([]);
    expect(new Set(roles).size).toBe(roles.length);
  });
});

test('units stand for bytes and milliseconds', () => {
  const of = (unit: string): unknown => units.get(unit)?.factor;
  expect([of('B'), of('KB'), of('KiB'), of('MiB')]).toEqual([1, 1000, 1024, 1048576]);
  expect([of('ms'), of('s'), of('m'), of('h'), of('d')]).toEqual([1, 1000, 60000, 3600000, 86400000]);
});

describe('templates', () => {
  const shown = (template: string): string =>
    parseTemplate(template)
      .parts.map((part) =>
        part.kind === 'text' ? part.text : `<${part.root}|${part.steps.join('|')}|${part.at}>`,
      )
      .join('');

  test('are texts and fields, with the places of the fields', () => {
    expect(shown('{tool} and {mcp server} and {input.a[0].b-c}!')).toBe(
      '<tool||1> and <mcp|server|12> and <input|a|0|b-c|29>!',
    );
    expect(shown('')).toBe('');
  });

  test('have braces where they are doubled', () => {
    expect(shown('{{tool}} {{{tool}}}')).toBe('{tool} {<tool||12>}');
    expect(parseTemplate('{{}}').problems).toEqual([]);
  });

  test('say where a brace is out of place', () => {
    const places = (template: string): number[] => parseTemplate(template).problems.map(({ at }) => at);
    expect(places('a { b')).toEqual([2]);
    expect(places('a } b')).toEqual([2]);
    expect(places('{a b} {}')).toEqual([0, 6]);
    expect(places('{"a"} {tool.}')).toEqual([0, 6]);
    expect(places('{ a {tool} }')).toEqual([0, 11]);
  });
});
