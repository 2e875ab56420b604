/** Files that keep nothing of what is written to them. */
import { type Shape, staticText } from '../pattern/shape.ts';

const devices = /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+|console)$|^\/proc\/self\/fd\/\d+$/;

/** Whether writing to a path is no write, and there is nothing in it to read. */
export function isNowhere(path: Shape): boolean {
  const text = staticText(path);
  return text !== undefined && devices.test(text);
}
