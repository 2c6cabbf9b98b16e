/** Seeds named users: the demo accounts, and names that are hard to lay out. */

import type { Store } from '../database/database';
import { type Random, secretText, uuid } from '../random';
import { insertChannel } from '../stores/contact-channel-store';
import { insertOAuthAccount } from '../stores/oauth-store';
import { insertSession } from '../stores/session-store';
import { insertUser, updateUser } from '../stores/user-store';
import { addressRanges, ipInfo } from './locations';

/** Public by design. */
export const demoPassword = 'Analytical-Engine-1843';
const password = demoPassword;

/** bcrypt hash of the demo password, at the lowest cost because the password is public: each start and sign-in would take longer. */
export const demoPasswordHash = '$2b$04$bvyDR7vd8wNlvAxnZcO7JO.IkKqKTahOi60k30rsy/XVNdC3x0M7i';

/** Public demo accounts; the first is the project's admin. */
export const demoAccounts: readonly { readonly email: string; readonly password: string }[] = [
  { email: 'ada@analytical.example', password },
  { email: 'grace.hopper@analytical.example', password },
  { email: 'charles.babbage@analytical.example', password },
];

/** Alan Turing's TOTP secret: base64 of the raw bytes. Public by design. */
export const demoTotpSecret = 'QW5hbHl0aWNhbEVuZ2luZTE=';

interface NamedUser {
  readonly name: string | null;
  readonly email: string | null;
  readonly hasPassword?: true;
  readonly unverified?: true;
  readonly otp?: true;
  readonly totpSecret?: string;
  readonly passkey?: true;
  readonly providers?: readonly string[];
  readonly anonymous?: true;
  /** Days since sign-up, with fractions. */
  readonly days: number;
  readonly sessions: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const namedUsers: readonly NamedUser[] = [
  {
    name: 'Ada Lovelace',
    email: 'ada@analytical.example',
    hasPassword: true,
    otp: true,
    providers: ['github'],
    days: 90,
    sessions: 4,
    metadata: { role: 'admin', locale: 'en-GB' },
  },
  { name: 'Charles Babbage', email: 'charles.babbage@analytical.example', hasPassword: true, unverified: true, days: 89.4, sessions: 1 },
  {
    name: 'Grace Hopper',
    email: 'grace.hopper@analytical.example',
    hasPassword: true,
    passkey: true,
    providers: ['google'],
    days: 84.2,
    sessions: 2,
  },
  {
    name: 'Alan Turing',
    email: 'alan.turing@analytical.example',
    hasPassword: true,
    totpSecret: demoTotpSecret,
    days: 77.7,
    sessions: 2,
  },
  {
    name: 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff of the Society for Analytical Notation and Mechanical Calculation',
    email: 'hubert.blaine.wolfeschlegelsteinhausenbergerdorff.of.the.society@correspondence.analytical.example',
    otp: true,
    days: 61.3,
    sessions: 1,
  },
  { name: 'فاطمة بنت محمد الفهرية القرشية', email: 'fatima.alfihri@qarawiyyin.example', hasPassword: true, days: 45.9, sessions: 1 },
  { name: "Sinéad O'Néill-D'Arcy", email: "sinead.o'neill@darcy.example", otp: true, providers: ['microsoft'], days: 33.1, sessions: 1 },
  { name: null, email: 'accounts@calculating.example', hasPassword: true, unverified: true, days: 12.6, sessions: 1 },
  { name: 'Anonymous user', email: null, anonymous: true, days: 3.2, sessions: 1 },
  {
    name: 'שפרה ב. 🧮 O’Brien-山田',
    email: 'shifra@abacus.example',
    passkey: true,
    providers: ['google', 'spotify'],
    days: 0.4,
    sessions: 1,
  },
];

/** Passkey without a public key, which can't be used. */
export const seededPasskey = JSON.stringify({ credential_id: 'c2VlZGVkLXBhc3NrZXk', public_key: null });

export interface NamedUsersDeps {
  readonly store: Store;
  readonly project: number;
  readonly now: number;
  /** Repeatable, for IDs. */
  readonly chance: Random;
  /** Not repeatable, for refresh tokens. */
  readonly random: Random;
  readonly passwordHash: string;
}

/** Stores the first `count` named users and returns how many there were. */
export function seedNamedUsers(deps: NamedUsersDeps, count: number): number {
  const members = namedUsers.slice(0, count);
  for (const member of members) addNamedUser(deps, member);
  return members.length;
}

function addNamedUser(deps: NamedUsersDeps, member: NamedUser): void {
  const { store, project, now, chance, passwordHash } = deps;
  const signedUp = now - Math.round(member.days * 86_400_000);
  const user = insertUser(store, {
    id: uuid(chance),
    project,
    displayName: member.name,
    passwordHash: member.hasPassword ? passwordHash : null,
    now: signedUp,
  });
  updateUser(store, user, {
    otp_enabled: member.otp ? 1 : 0,
    totp_secret: member.totpSecret ?? null,
    is_anonymous: member.anonymous ? 1 : 0,
    client_metadata: member.metadata ? JSON.stringify(member.metadata) : null,
  });
  if (member.passkey) store.run('UPDATE users SET passkey = ? WHERE key = ?', [seededPasskey, user]);
  if (member.email !== null) addEmail(deps, user, member.email, member, signedUp);
  addSessions(deps, user, member.sessions, signedUp);
}

function addEmail({ store, project, chance }: NamedUsersDeps, user: number, email: string, member: NamedUser, now: number): void {
  const flags = { isPrimary: true, isVerified: !member.unverified, usedForAuth: true };
  insertChannel(store, { id: uuid(chance), project, user, value: email, ...flags, now });
  for (const provider of member.providers ?? []) {
    insertOAuthAccount(store, { id: uuid(chance), user, provider, account_id: uuid(chance), email });
  }
}

function addSessions({ store, project, now, chance, random }: NamedUsersDeps, user: number, count: number, signedUp: number): void {
  let lastUsed = now;
  for (let index = 0; index < count; index += 1) {
    const createdAt = Math.max(signedUp, now - (index * 9 + 1) * 86_400_000);
    lastUsed = Math.max(createdAt, now - (index * index * 31 + 2) * 3_600_000);
    const ip = `${addressRanges[index % addressRanges.length]}${1 + ((user * 11 + index) % 254)}`;
    const place = ipInfo(user + index * 5, ip);
    const dates = { createdAt, expiresAt: createdAt + 365 * 86_400_000, lastUsedAt: lastUsed };
    insertSession(store, {
      id: uuid(chance),
      project,
      user,
      refreshToken: secretText(random),
      ...dates,
      ipInfo: place,
    });
    if (index > 0) continue;
    store.run("UPDATE users SET last_active_at = ?, country = json_extract(?, '$.countryCode') WHERE key = ?", [lastUsed, place, user]);
  }
}

/** Stores the admin as an owner in project `internal` (wire/flows 15). */
export function seedOwner(deps: NamedUsersDeps, ownedProjectIds: readonly string[]): void {
  const { store, project, now, chance, passwordHash } = deps;
  const [admin] = demoAccounts;
  if (admin === undefined) return;
  const signedUp = now - 91 * 86_400_000;
  const serverMetadata = JSON.stringify({ managedProjectIds: ownedProjectIds });
  const user = insertUser(store, { id: uuid(chance), project, displayName: 'Ada Lovelace', passwordHash, serverMetadata, now: signedUp });
  const flags = { isPrimary: true, isVerified: true, usedForAuth: true };
  insertChannel(store, { id: uuid(chance), project, user, value: admin.email, ...flags, now: signedUp });
  addSessions(deps, user, 1, signedUp);
}

/** Stores a session in which an admin was a named user for an hour. It has expired; the service lists it on (wire/endpoints 1.6). */
export function seedEndedImpersonation({ store, project, now, chance, random }: NamedUsersDeps): void {
  const name = namedUsers[6]?.name ?? null;
  const user = store.one<{ key: number }>('SELECT key FROM users WHERE project = ? AND display_name = ?', [project, name])?.key;
  if (user === undefined) return;
  const createdAt = now - 2 * 86_400_000;
  insertSession(store, {
    id: uuid(chance),
    project,
    user,
    refreshToken: secretText(random),
    createdAt,
    expiresAt: createdAt + 3_600_000,
    lastUsedAt: createdAt + 40 * 60_000,
    isImpersonation: true,
  });
}
