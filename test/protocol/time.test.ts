import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTime } from '../../src/protocol/time.ts';
import { tries } from '../campaign/effort.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_260_915 });

test.each([
  '2026-09-15T12:00:00Z',
  '2026-09-15t12:00:00z',
  '2026-09-15T12:00:00.5+02:00',
  '2026-09-15T12:00:00.123456789123456789-23:59',
  '2026-09-15T12:00:00-00:00',
  '2024-02-29T00:00:00Z',
  '2000-02-29T23:59:59Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '1990-12-31T23:59:60Z',
  '1990-12-31T15:59:60-08:00',
  '2017-01-01T08:59:60.25+09:00',
])('%s is a time', (text) => {
  expect(isTime(text)).toBe(true);
});

test.each([
  '',
  '20260915T120000+0000',
  '2026-09-15T12:00:00',
  '2026-09-15 12:00:00Z',
  '2026-09-15T12:00Z',
  '2026-09-15T12:00:00.Z',
  '2026-09-15T12:00:00,5Z',
  '2026-09-15T12:00:00+0200',
  '2026-09-15T12:00:00+02',
  '2026-09-15T12:00:00+24:00',
  '2026-09-15T12:00:00+02:60',
  '2026-09-15T12:00:00ZZ',
  '2026-09-15T12:00:00Z\n',
  ' 2026-09-15T12:00:00Z',
  '2026-09-15T24:00:00Z',
  '2026-09-15T12:60:00Z',
  '2026-09-15T12:00:61Z',
  '2026-09-15T12:00:60Z',
  '2026-09-15T23:59:60Z',
  '1990-12-31T23:59:60-08:00',
  '1960-12-31T23:59:60Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-13-10T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-32T00:00:00Z',
  '+002026-09-15T12:00:00Z',
  '２026-09-15T12:00:00Z',
  '2026-9-15T12:00:00Z',
  '1757937600',
])('%j is none', (text) => {
  expect(isTime(text)).toBe(false);
});

test('every time that a Date writes is one, with any fraction and in any offset', () => {
  const date = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31T00:00:00Z') });
  const offset = fc.constantFrom('Z', '+01:30', '-11:00');
  fc.assert(
    fc.property(date, offset, (each, zone) => {
      expect(isTime(each.toISOString().replace('Z', zone))).toBe(true);
    }),
  );
});

test('no day is a time unless the calendar has it', () => {
  const two = (value: number) => String(value).padStart(2, '0');
  fc.assert(
    fc.property(fc.integer({ min: 1970, max: 2400 }), fc.nat(15), fc.nat(35), (year, month, day) => {
      const written = `${year}-${two(month)}-${two(day)}`;
      const there = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(written);
      expect(isTime(`${written}T00:00:00Z`)).toBe(there);
    }),
    { numRuns: tries(500) },
  );
});
