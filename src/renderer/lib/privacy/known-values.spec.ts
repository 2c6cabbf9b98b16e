import { expect, test } from 'vitest';
import { createKnownValues, findPersonal } from './known-values';

const known = createKnownValues();
for (const value of [
  'Ada Lovelace',
  'Ada',
  'Jo',
  'O’Brien',
  '(Grace) Hopper',
  'José',
  'Mary-Jane',
  '山田太郎',
  'Köln',
  'X Æ A-12',
  'İstanbul',
  '  ',
  '+49 151 2345',
  'Zoe\u0308 Müller',
  'Ｆｕｌｌ　Ｗｉｄｔｈ',
  'Strauß',
  '李',
  '★彡',
  '👩‍🚀',
  '🙂🙃',
  '!!!',
  '٣',
  'عبد الرحمن',
  'नेहा',
  'Ángel\u200d',
  '金 正',
  'R2',
  '4711',
  'ada@private.example (Ada P.)',
  '••••••',
])
  known.add(value);

test.each([
  ['Ada Lovelace', '••••••'],
  ['ADA LOVELACE', '••••••'],
  [' Ada ', '••••••'],
  ['Delete Ada Lovelace?', 'Delete ••••••?'],
  ['Ada Lovelace, Ada, and Ada’s team', '••••••, ••••••, and ••••••’s team'],
  ['Jo', '••••••'],
  ['O’Brien left', '•••••• left'],
  ["O'Brien’s team", '••••••’s team'],
  ['Delete Mary\u2011Jane?', 'Delete ••••••?'],
  ['by (Grace) Hopper.', 'by ••••••.'],
  ['Jose\u0301', '••••••'],
  ['山田太郎さんを削除しますか?', '••••••さんを削除しますか?'],
  ['Köln, Deutschland', '••••••, Deutschland'],
  ['call X Æ A-12', 'call ••••••'],
  ['İstanbul, Ada Lovelace', '••••••, ••••••'],
  ['+49 151 2345', '••••••'],
  ['Zoë Müller', '••••••'],
  ['Delete ZOE\u0308 MU\u0308LLER?', 'Delete ••••••?'],
  ['Delete Zoë\u00a0Müller?', 'Delete ••••••?'],
  ['Delete Zoë  Müller?', 'Delete ••••••?'],
  ['Delete Full Width?', 'Delete ••••••?'],
  ['Delete Ｆｕｌｌ　Ｗｉｄｔｈ?', 'Delete ••••••?'],
  ['STRAUSS left', '•••••• left'],
  ['李', '••••••'],
  ['Delete ★彡?', 'Delete ••••••?'],
  ['Delete 👩‍🚀?', 'Delete ••••••?'],
  ['Delete👩🚀now', 'Delete••••••now'],
  ['“🙂🙃” was removed', '“••••••” was removed'],
  ['!!!', '••••••'],
  ['Delete !!!?', 'Delete ••••••?'],
  ['٣', '••••••'],
  ['حذف عبد الرحمن؟', 'حذف ••••••؟'],
  ['\u2068عبد الرحمن\u2069', '••••••'],
  ['नेहा को हटाएँ', '•••••• को हटाएँ'],
  ['Delete Ángel?', 'Delete ••••••?'],
  ['Delete A\u0301ngel?', 'Delete ••••••?'],
  ['金 正を削除', '••••••を削除'],
  ['R2', '••••••'],
  ['call 4711.', 'call ••••••.'],
  ['ada@private.example (Ada P.) left', '•••••• left'],
  ['Ada Lovelace (ada@analytical.example)', '•••••• (••••••)'],
])('%s', (text, shown) => {
  expect(known.conceal(text)).toBe(shown);
});

test.each([
  'Adamant',
  'Join',
  'Canada',
  'Jo joined',
  'Lovelace',
  '',
  ' ',
  '•••',
  'Kölner',
  '…',
  'Wow!!!',
  '!!!!',
  '14711',
  '••••••',
  'नेहाल',
])('%j stays', (text) => {
  expect(known.conceal(text)).toBe(text);
});

test('says whether a value is new', () => {
  const own = createKnownValues();
  expect([own.add('Ada'), own.add('ada '), own.add(''), own.add('Grace')]).toEqual([true, false, false, true]);
});

test('many values in a long text don’t take long', () => {
  const own = createKnownValues();
  for (let number = 0; number < 20_000; number += 1) own.add(`Person ${number} of ${number % 7}`);
  for (let number = 0; number < 20_000; number += 1) own.add(`山田${number}太郎`);
  expect(own.conceal('Person 19999 of 0 and nothing else, 山田19999太郎さん '.repeat(20))).toContain('••••••さん');
});

function foundIn(value: unknown): string[] {
  const found: string[] = [];
  findPersonal(value, (text) => found.push(text));
  return found;
}

test.each([
  [
    'users',
    { items: [{ id: '1', primary_email: 'a@x.io', display_name: 'Ada', selected_team: { id: '2', display_name: 'Engines' } }] },
    ['Ada'],
  ],
  ['members', [{ user_id: '1', display_name: 'Ada', profile_image_url: null }], ['Ada']],
  ['accounts of this app', { revision: 1, value: [{ userId: '1', displayName: 'Ada', primaryEmail: null }] }, ['Ada']],
  [
    'sessions',
    { last_used_at_end_user_ip_info: { ip: '1.2.3.4', cityName: 'Zürich', regionCode: 'ZH', countryCode: 'CH' } },
    ['Zürich', 'Switzerland', 'Zürich, Switzerland', 'Schweiz', 'Zürich, Schweiz', 'スイス', 'Zürich（スイス）'],
  ],
  ['provider accounts', { oauth_providers: [{ id: 'github', account_id: 'ada-l', email: null }] }, ['ada-l']],
  ['impersonations', { userId: '1', displayName: 'Ada', by: 'Grace' }, ['Ada', 'Grace']],
  ['metrics', { users_by_country: { DE: 3, FR: 1 } }, ['Germany', 'France', 'Deutschland', 'Frankreich', 'ドイツ', 'フランス']],
  ['what the watch found', { findings: [{ kind: 'new-country', country: 'JP' }] }, ['Japan', 'Japan', '日本']],
  [
    'an opened project',
    { credentials: { client: false, owner: { kind: 'owner', internalConnectionId: 'c', userId: '1', name: 'Grace' } } },
    ['Grace'],
  ],
  ['an opened project whose owner is unknown', { owner: { kind: 'owner', internalConnectionId: 'c', userId: null, name: null } }, []],
  ['recipients', { to: ['Ada L <ada@x.io>', '"Hopper, Grace" <g@x.io>', 'x@y.io', '<x@y.io>', 7] }, ['Ada L', 'Hopper, Grace']],
  ['connections', { id: 'c', kind: 'project', name: 'Engines' }, []],
  ['teams', { id: '1', display_name: 'Engines', client_metadata: {} }, []],
  ['projects', { id: '1', display_name: 'Analytical', config: {} }, []],
  ['nothing', null, []],
  ['an odd name', { user_id: '1', display_name: 7 }, []],
])('in %s', (_what, value, expected) => {
  expect(foundIn(value)).toEqual(expected);
});

test('stops at a depth', () => {
  let deep: unknown = { user_id: '1', display_name: 'Ada' };
  for (let level = 0; level < 100; level += 1) deep = { deep };
  expect(foundIn(deep)).toEqual([]);
});
