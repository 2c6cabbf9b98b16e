/** Accounts at the mock providers: some named users of the seed, some unknown to the project, and one for any email that is typed. */
import { createHash } from 'node:crypto';
import type { Store } from '../database/database';
import { findConnectedAccountId, type IdpAccount } from './idp-grant-store';
import type { ProviderId } from './providers';

interface OfferedAccount {
  readonly name: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
}

const offered: readonly OfferedAccount[] = [
  { name: 'Ada Lovelace', email: 'ada@analytical.example', emailVerified: true },
  { name: 'Grace Hopper', email: 'grace.hopper@analytical.example', emailVerified: true },
  { name: 'Charles Babbage', email: 'charles.babbage@analytical.example', emailVerified: true },
  { name: 'Alan Turing', email: 'alan.turing@analytical.example', emailVerified: true },
  { name: "Sinéad O'Néill-D'Arcy", email: "sinead.o'neill@darcy.example", emailVerified: true },
  { name: 'שפרה ב. 🧮 O’Brien-山田', email: 'shifra@abacus.example', emailVerified: true },
  { name: 'Mary Somerville', email: 'mary.somerville@royal-society.example', emailVerified: true },
  { name: 'Luigi Menabrea', email: 'luigi.menabrea@torino.example', emailVerified: false },
  { name: 'Ángela Ruiz Robles', email: null, emailVerified: false },
];

/** Returns the accounts of the consent page, in its order. */
export function listOfferedAccounts(store: Store, provider: ProviderId): IdpAccount[] {
  return offered.map((person) => ({ id: accountId(store, provider, person.email ?? person.name), ...person }));
}

/** Returns the account for a typed email: an offered one, or one without a name. */
export function accountForEmail(store: Store, provider: ProviderId, email: string, emailVerified: boolean): IdpAccount {
  const name = offered.find((person) => person.email === email)?.name ?? null;
  return { id: accountId(store, provider, email), name, email, emailVerified };
}

/** Returns the account's ID: that of the connected account if there is one, otherwise a number derived from the email. */
function accountId(store: Store, provider: ProviderId, key: string): string {
  const number = createHash('sha256').update(`${provider} ${key}`).digest().readUIntBE(0, 6);
  return findConnectedAccountId(store, provider, key) ?? String(number);
}
