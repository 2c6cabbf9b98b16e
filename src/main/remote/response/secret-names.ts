/** Recognizes secrets in fields of which only the service knows what they contain. In doubt, a field counts as secret. */

import { redacted } from '#contract/service/models/secret.ts';

/** Words of a name that are secret wherever they occur. */
const secretWords = new Set(['auth', 'jwk', 'jwks', 'otp', 'pass', 'pem', 'pin', 'pins', 'pwd', 'salt', 'seed', 'seeds', 'sig', 'totp']);

/** Parts of a word that make it secret, as in `accesstoken`. Whatever ends with `key` may be one. */
const secretPart =
  /token|secret|passw|passphrase|passcode|credential|hash|cookie|bearer|authori[sz]ation|signature|mnemonic|jwt|csrf|xsrf|nonce|keys?$/;

/** Kinds of codes that aren't secret. Other codes, such as those in emails, give access. */
const publicCodes = new Set(['area', 'country', 'currency', 'error', 'language', 'locale', 'postal', 'reason', 'region', 'status', 'zip']);

/**
 * Keys and tokens by their forms (wire/flows 1 and 16, wire/limits 5), other well-known ones, and URLs that contain one. None of them tries a
 * character more than a few times, because a text may have megabytes.
 */
const secretTexts = [
  /(?<![0-9a-z])[0-9a-hjkmnp-tv-z]{45}(?![0-9a-z])/,
  /(?<![\w-])eyJ[\w-]{10,500}\.[\w-]{10}/,
  /\b(pck|ssk|sak|sk|pk|rk|appsk|whsec)_\w{8,}/,
  /-----BEGIN /,
  /[?&#;][\w-]*(token|code|key|secret|password|signature)=/i,
  /\/\/[^\s/@:]*:[^\s/@]*@/,
];

/** Whether a field of this name may contain a secret. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word, at) => {
    if (/^codes?$/.test(word)) return !publicCodes.has(words[at - 1] ?? '');
    return secretWords.has(word) || secretPart.test(word);
  });
}

/** Whether a text has the form of a secret, or contains one. */
export function isSecretText(text: string): boolean {
  return secretTexts.some((form) => form.test(text));
}

/** Replaces each word of a text, such as a URL, that has the form of a secret or contains one, and each key in the form of a PEM file. */
export function withoutSecretWords(text: string): string {
  // No form is found in a word that isn't found in the text.
  if (!isSecretText(text)) return text;
  return text.replace(pemBlock, redacted).replace(/\S+/g, (word) => (isSecretText(word) ? redacted : word));
}

const pemBlock = /-----BEGIN [\s\S]*?-----END [^\n-]*(?:-----)?|-----BEGIN [\s\S]*/g;

/** The words of `snake_case`, `camelCase`, `kebab-case`, and other names, in lower case. */
function wordsOf(name: string): readonly string[] {
  const spaced = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return spaced.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
