/** Users of many kinds for specs of the index. */
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { sampleServerUser } from './sample-user';

/** Returns the ID of a user by number. */
export function numberedId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Returns different users, the same in every run; `random` returns numbers from 0 to 1. */
export function indexUsers(count: number, random: () => number): ServerUser[] {
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)] as T;
  return Array.from({ length: count }, (_none, number) => ({
    ...sampleServerUser,
    id: numberedId(number),
    display_name: pick(null, 'Ada Lovelace', 'José Müller', '花子 山田', "Robert'); DROP TABLE facts;--", '100% "real" _user_', 'Zoë'),
    primary_email: pick(null, `user${number}@example.com`, `Ada.${number}@Analytical.example`),
    primary_email_verified: random() < 0.5,
    signed_up_at_millis: 1_700_000_000_000 + Math.floor(random() * 50) * 86_400_000,
    last_active_at_millis: 1_710_000_000_000 + Math.floor(random() * 50) * 86_400_000,
    has_password: random() < 0.4,
    otp_auth_enabled: random() < 0.3,
    passkey_auth_enabled: random() < 0.2,
    requires_totp_mfa: random() < 0.1,
    is_anonymous: random() < 0.1,
    is_restricted: random() < 0.1,
    oauth_providers: random() < 0.3 ? [{ id: pick('google', 'github'), account_id: 'x', email: null }] : [],
    client_metadata: pick<ServerUser['client_metadata']>(null, { theme: 'dark' }, { theme: 'Döner', tags: ['a', 'beta', 'c'] }, 'text'),
    server_metadata: pick<ServerUser['server_metadata']>(
      null,
      { plan: 'team', seats: Math.floor(random() * 10) },
      { plan: null, seats: 2.5 },
      { plan: true, 'a.b': { 'q"': 'x' } },
      { plan: 'Enterprise', seats: 'many', list: [1, 'Team'] },
    ),
    country_code: pick('DE', 'JP', null),
  }));
}
