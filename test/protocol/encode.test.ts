import { expect, test } from 'vitest';
import { denyEffect, encodeError, encodeResult } from '../../src/protocol/encode.ts';
import { engineFault, invalidParams, unsupportedVersion } from '../../src/protocol/error.ts';
import { encodeReceipt } from '../../src/protocol/receipt.ts';

test('a reason is never empty, and neither is a code', () => {
  for (const reason of [undefined, '', ' \n']) {
    expect(JSON.parse(denyEffect(reason, undefined))).toEqual({
      type: 'deny',
      reason: 'A policy denies this call.',
      code: 'io.bylaw.engine.fault',
    });
  }
});

test('quotes, line ends and broken characters stay inside their strings', () => {
  const odd = '"},{\n\u0000\u2028\ud800';
  const decision = { effect: 'deny', reason: odd, code: 'a.b' } as const;
  const text = encodeResult(odd, 'draft', decision);
  expect(text).not.toContain('\n');
  expect(JSON.parse(text)).toMatchObject({ id: odd, result: { effects: [{ reason: odd }] } });
  expect(text).not.toMatch(/[\ud800-\udfff]/u);
});

test('an error has a code, a sentence and perhaps data', () => {
  expect(JSON.parse(encodeError(null, engineFault))).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32004, message: expect.stringMatching(/\.$/), data: { reason: 'fault' } },
  });
  expect(JSON.parse(encodeError(7, unsupportedVersion)).error.data).toEqual({ supported: ['0.1', 'draft'] });
  const problem = { path: '/params/event/id', problem: 'required' } as const;
  expect(JSON.parse(encodeError('a', invalidParams(problem))).error.data).toEqual(problem);
});

test('a receipt is its three fields', () => {
  const sha256 = '0123456789abcdef'.repeat(4);
  const receipt = { ref: 'r"1', size: 0, sha256, more: 1 };
  expect(encodeReceipt(receipt)).toBe(`{"ref":"r\\"1","size":0,"sha256":"${sha256}"}`);
});

test.each([
  { ref: '', size: 1, sha256: 'a'.repeat(64) },
  { ref: 'r', size: -1, sha256: 'a'.repeat(64) },
  { ref: 'r', size: 1.5, sha256: 'a'.repeat(64) },
  { ref: 'r', size: 1, sha256: 'A'.repeat(64) },
  { ref: 'r', size: 1, sha256: `${'a'.repeat(64)}\n` },
])('a receipt that the protocol does not allow is a defect: %j', (receipt) => {
  expect(() => encodeReceipt(receipt)).toThrow(RangeError);
});
