/** Seeds invitations and member profiles. */
import { insertCode } from '../codes/code-store';
import { secretText, uuid } from '../random';
import type { InvitationCode } from '../teams/invitation-store';
import { draw } from './repeatable-random';
import type { NamedUsersDeps } from './seed-named-users';

const hourMillis = 3_600_000;
const ttlMillis = 7 * 24 * hourMillis;

/** `team` counts from the oldest. The second is for a demo account, the third expires within the hour. */
const invitations: readonly { readonly team: number; readonly email: string; readonly hours: number }[] = [
  { team: 0, email: 'mary.somerville@letters.example', hours: 26 },
  { team: 10, email: 'grace.hopper@analytical.example', hours: 50 },
  { team: 0, email: 'luigi.menabrea@post.example', hours: 167.3 },
  {
    team: 0,
    email: "a.very.long.address.of.somebody.who.corresponds.with.the.society's.office@correspondence.analytical.example",
    hours: 0.2,
  },
  { team: 2, email: 'joseph-marie@looms.example', hours: 90 },
  { team: 6, email: 'caroline.herschel@comets.example', hours: 140 },
  { team: 6, email: 'no-longer-valid@letters.example', hours: 200 },
];

/** Stores the invitations to existing teams. Codes are secret, so they differ every time. */
export function seedInvitations({ store, project, now, chance, random }: NamedUsersDeps): void {
  const teams = store.all<{ id: string }>('SELECT id FROM teams WHERE project = ? ORDER BY created_at, key', [project]);
  for (const { team, email, hours } of invitations) {
    const id = teams[team]?.id;
    if (id === undefined) continue;
    const data: InvitationCode = { team_id: id, email };
    const sentAt = now - Math.round(hours * hourMillis);
    const code = { code: secretText(random), id: uuid(chance), project, purpose: 'team-invitation', data: JSON.stringify(data) } as const;
    insertCode(store, { ...code, now: sentAt, expiresAt: sentAt + ttlMillis });
  }
}

/** Gives some members their first name in a team, and the first named user a title. */
export function seedProfiles({ store, project }: Pick<NamedUsersDeps, 'store' | 'project'>): void {
  const name = '(SELECT u.display_name FROM users u WHERE u.key = memberships.user)';
  store.script(`UPDATE memberships SET display_name = substr(${name}, 1, instr(${name}, ' ') - 1)
      WHERE team IN (SELECT key FROM teams WHERE project = ${project}) AND ${draw('team * 7919 + user', 30, 100)} < 15 AND instr(${name}, ' ') > 1;
    UPDATE memberships SET display_name = 'Countess of Lovelace'
      WHERE user = (SELECT min(key) FROM users WHERE project = ${project}) AND team = (SELECT min(key) FROM teams WHERE project = ${project})`);
}
