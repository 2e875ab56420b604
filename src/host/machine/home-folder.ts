/** What the system knows of the user's home, for those whose environment does not say. */
import { homedir, userInfo } from 'node:os';

/** The home folder of the user of this process. */
export const homeFolder = (): string => homedir() || userInfo().homedir;
