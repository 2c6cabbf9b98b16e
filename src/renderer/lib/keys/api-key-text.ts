/** What the text of a user's or team's API key says (wire/flows 16.1). */

export type ApiKeyOwner = 'user' | 'team';

export interface ApiKeyText {
  readonly owner: ApiKeyOwner;
  readonly id: string;
}

const form =
  /^[a-z]{2,}_[0-9a-z]{45}([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(user|team)[0-9]574ck4u7h[0-9a-f]{8}$/;

/** Returns the ID and the owner's kind that an API key contains; null for any other text. Only the service knows whether they are true. */
export function readApiKeyText(text: string): ApiKeyText | null {
  const [whole, ...parts] = form.exec(text) ?? [];
  if (whole === undefined) return null;
  return { owner: parts[5] === 'team' ? 'team' : 'user', id: parts.slice(0, 5).join('-') };
}
