/** What `bylaw doctor` finds out about one harness. */
export interface DoctorFinding {
  /**
   * `unproved` is what decides whether the hook runs and cannot be known from here: no
   * pass. `warning` is doubtful, `hole` what nobody here can
   * see or mend: about the harness itself, or a server that is not asked.
   */
  readonly kind: 'pass' | 'fail' | 'unproved' | 'warning' | 'hole';
  /** A sentence. */
  readonly text: string;
}
