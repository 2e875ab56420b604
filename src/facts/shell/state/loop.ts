/** The loops that a shell is in. */

/** The ways that leave a loop by `break` and go on behind it, and those that leave a round by `continue`. */
export interface Loop<State> {
  readonly broken: State[];
  readonly continued: State[];
}
