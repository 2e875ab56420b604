/** What `bylaw doctor` finds out about one harness. */
export interface DoctorFinding {
  /**
   * `unproved` is what decides whether the hook runs and cannot be known from here: no
   * pass. `warning` is doubtful, `hole` a warning about the harness itself.
   */
  readonly kind: 'pass' | 'fail' | 'unproved' | 'warning' | 'hole';
  /** A sentence. */
  readonly text: string;
}
