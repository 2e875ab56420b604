/** A code for tests that are about no diagnostic of the checks. */
import type { DiagnosticCode } from '../../src/language/diagnostic-codes.ts';

export const made = (code: string): DiagnosticCode => code as DiagnosticCode;
