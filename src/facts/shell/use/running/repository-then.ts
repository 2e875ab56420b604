/** A repository that a command of the call works on. */
import type { Repository } from '../../../repository/repository.ts';

/** A repository at the moment when a command of the call uses it. */
export interface RepositoryThen {
  readonly repository: Repository;
  /**
   * The branches that may be checked out: several if the call may have changed that; undefined for an unknown
   * one.
   */
  readonly branches: readonly (string | undefined)[];
  /** It is only what the session has made, and may have other settings, remotes and hooks. */
  readonly isPart: boolean;
}
