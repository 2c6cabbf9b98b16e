/** Codes of 45 characters in links of emails, as they are pasted. */

import { parseUrl } from '#contract/parse-url.ts';
import { machineText } from '#contract/text/machine-text.ts';

const pattern = /^[0-9a-z]{45}$/i;

/** Returns the code in a pasted text: a link with it, or the code alone. Null if there is none, or only a part. */
export function verificationCodeIn(text: string): string | null {
  const pasted = machineText(text);
  const code = pattern.test(pasted) ? pasted : (parseUrl(pasted)?.searchParams.get('code') ?? '');
  return pattern.test(code) ? code.toLowerCase() : null;
}
