/** The home of the user as the system knows it, for environments that do not name it. */
import { homedir, userInfo } from 'node:os';

/** The home folder of the user of this process. */
export const homeFolder = (): string => homedir() || userInfo().homedir;
