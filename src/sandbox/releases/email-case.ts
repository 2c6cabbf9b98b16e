/** Capitals in email addresses (wire/corrections 2.8.26: addresses, wire/limits 1). */
import type { Release } from './release';

/** Returns an address as it is stored: from 2.8.17 on in lower case. */
export function storedEmail(release: Release, email: string): string {
  return release.has('lower-case-emails') ? email.toLowerCase() : email;
}

/** Returns an address as it is looked up: up to 2.8.47 as it was sent, so that capitals find nothing in 2.8.17 and later. */
export function lookedUpEmail(release: Release, email: string): string {
  return release.has('lower-case-lookups') ? email.toLowerCase() : email;
}

/** Whether a one-time code for this address can't be used: it was looked up with capitals, and is stored without. */
export function breaksCodes(release: Release, email: string): boolean {
  return storedEmail(release, email) !== lookedUpEmail(release, email);
}
