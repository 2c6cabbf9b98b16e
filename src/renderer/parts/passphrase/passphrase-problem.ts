import { isLongEnough } from '#contract/sealed-format.ts';

/** Returns what is wrong with a new passphrase and its repetition, or null. */
export function passphraseProblem(passphrase: string, repeated: string): 'short' | 'different' | null {
  if (!isLongEnough(passphrase)) return 'short';
  return passphrase === repeated ? null : 'different';
}
