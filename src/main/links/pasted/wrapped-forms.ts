/** The forms in which programs that check links write the link inside their own. Each returns null for another form. */

/** Proofpoint URL Defense 2: percent signs as `-`, slashes as `_`. */
export function decodeProofpoint2(text: string | null): string | null {
  return text === null ? null : decoded(text.replaceAll('-', '%').replaceAll('_', '/'));
}

/**
 * Proofpoint URL Defense 3: the link between `__`, in which each `*` stands for the next of the characters that follow encoded, and `**`
 * with a letter for several of them.
 */
export function decodeProofpoint3(text: string): string | null {
  const [, link, encoded] = /\/v3\/__(.+?)__;([\w-]*)!/.exec(text) ?? [];
  if (link === undefined || encoded === undefined) return null;
  const characters = decodeBase64Url(encoded) ?? '';
  let used = 0;
  const next = (count: number) => {
    used += count;
    return characters.slice(used - count, used);
  };
  const lengths = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const whole = link.replace(/\*(?:\*([\w-]))?/g, (_mark, run?: string) => next(run === undefined ? 1 : lengths.indexOf(run) + 2));
  // Some programs remove one of the slashes.
  return whole.replace(/^(https?:)\/+/i, '$1//');
}

/** Text in the Base64 of URLs. */
export function decodeBase64Url(text: string | null | undefined): string | null {
  if (text === null || text === undefined || !/^[\w-]*={0,2}$/.test(text)) return null;
  return Buffer.from(text, 'base64url').toString('utf8');
}

/** A link as one encoded part of a path. */
export function decodeBarePath(pathname: string): string | null {
  const part = pathname.split('/').find((each) => /^https?%3a/i.test(each) || /^https?:%2f/i.test(each));
  return part === undefined ? null : decoded(part);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
