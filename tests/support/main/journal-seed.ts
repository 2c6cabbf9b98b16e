/** Fills `records.db` without a worker, in few transactions. */
import { appendIntent, appendOutcome } from '#main/library/records/append-entries.ts';
import { openRecordsDatabase } from '#main/library/records/records-database.ts';

/** Appends writes with their outcomes, about 5000 users and 2500 teams, a minute apart. */
export function seedJournal({ path, key, writes }: { readonly path: string; readonly key: string; readonly writes: number }): void {
  const database = openRecordsDatabase({ path, key, nowMillis: 1 });
  const perStep = 1_000;
  for (let from = 0; from < writes; from += perStep)
    database.transaction(() => {
      for (let number = from; number < Math.min(writes, from + perStep); number += 1) appendWrite(database, number);
    });
  database.close();
}

function appendWrite(database: ReturnType<typeof openRecordsDatabase>, number: number): void {
  const timeMillis = 1_700_000_000_000 + number * 60_000;
  const isTeam = number % 3 === 0;
  const person = number % 5_000;
  const id = `00000000-0000-4000-8000-${String(person).padStart(12, '0')}`;
  const made = { display_name: `After ${number}` };
  const { seq: about } = appendIntent(database, {
    op: 'append-intent',
    timeMillis,
    writer: 'w',
    pid: 1,
    facts: {
      osUser: 'ada',
      actor: { kind: 'key', id: 'server', lastFour: '9xyz' },
      connectionId: `c${number % 7}`,
      destination: 'https://x.test p',
      endpoint: isTeam ? 'teams.update' : 'users.update',
      target: { kind: isTeam ? 'team' : 'user', id },
      people: [],
      source: 'window',
      job: null,
      impersonation: null,
      undoes: null,
    },
    personal: {
      names: { user: `Ada Lovelace ${person}` },
      before: {
        display_name: `Before ${number}`,
        primary_email: `user${person}@example.test`,
        client_metadata: { plan: 'free', seats: number },
      },
      request: { params: { user_id: id }, body: made },
    },
  });
  const facts = { result: 'done', status: 200, requestId: `r${number}`, code: null, known: null, createdId: null } as const;
  appendOutcome(database, { op: 'append-outcome', timeMillis: timeMillis + 40, about, facts, made });
}
