import { websiteUrl } from '#contract/loopback.ts';

/** Opens a website that the user entered in the system browser, which learns nothing of the app. Opens nothing else. */
export function openWebsite(text: string): void {
  const url = websiteUrl(text);
  if (url !== null) window.open(url.href, '_blank', 'noopener,noreferrer');
}
