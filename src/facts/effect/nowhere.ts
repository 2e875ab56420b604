/** Files that discard what is written to them, such as `/dev/null`. */
import { type Shape, staticText } from '../../pattern/text/shape.ts';

const devices = /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+|console)$|^\/proc\/self\/fd\/\d+$/;

/** Whether the path is such a file: a write to it changes nothing, and a read finds nothing, or never ends. */
export function isNowhere(path: Shape): boolean {
  const text = staticText(path);
  return text !== undefined && devices.test(text);
}

/** Whether a read of the path never ends. */
export const isEndless = (path: Shape): boolean => /^\/dev\/(?:zero|full)$/.test(staticText(path) ?? '');
