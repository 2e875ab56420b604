/** Values of the command lines of services that name a file or standard input, whose content they send. */
import { type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { behind, part, startOf, type ValuePart } from './value-part.ts';

export const serviceNotations = {
  /** `aws … file://x`, in a value of an option or in one of its keys. */
  'aws-value': (value) => {
    const [, before] = /^([\w-]+=)?fileb?:\/\//i.exec(startOf(value)) ?? [undefined, undefined];
    const at = /fileb?:\/\//i.exec(startOf(value));
    return at === null || at.index !== (before?.length ?? 0)
      ? []
      : [part(behind(value, at.index + at[0].length), 'upload')];
  },
  /** `az … @file`, in a value of an option or in one of its keys. */
  'az-value': (value) => {
    const [before] = /^(?:[\w.-]+=)?@/.exec(startOf(value)) ?? [];
    return before === undefined ? [] : [part(behind(value, before.length), 'upload')];
  },
  /** Data that is sent, a file behind `@`, or `-` for standard input: `vault kv put a key=-`. */
  'data-or-input': (value) =>
    /^@$|(?:^|=)-$/.test(staticText(value) ?? '')
      ? [part(textShape('-', value.source), 'upload')]
      : [part(value, 'upload-at')],
  /** A file that is read, and standard input that is sent: `kubectl apply -f -`. */
  manifest: (value) => [
    part(value, /^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(staticText(value) ?? '') ? 'upload' : 'read'),
  ],
  /** What is copied from here into a pod, or from `namespace/pod:path` to here. */
  'pod-source': (value) => [
    part(value, 'copy'),
    ...(/^(?:[^/:]+\/)?[^/:]{2,}:/.test(startOf(value)) ? [] : [part(value, 'upload')]),
  ],
} satisfies Readonly<Record<string, (value: Shape) => readonly ValuePart[]>>;
