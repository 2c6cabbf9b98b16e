/** Random configurations that a project can have, whatever it had before. */
import fc from 'fast-check';
import {
  type ConfigurationDocument,
  type DefinitionEntry,
  metadataKinds,
  type ProviderEntry,
  placeholderFor,
} from '#contract/configuration/document.ts';
import { builtInPermissions } from '#contract/service/models/permission-ids.ts';
import { oauthProviderIds, sharedProviderIds } from '#contract/service/models/project-models.ts';

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'x',
    'no',
    '12',
    '~',
    '- a',
    '# a',
    'a: b',
    `\${A}`,
    "it's",
    '"',
    'a\nb\n',
    ' a\n\n',
    'ü\u2028',
    '🔑',
    '<b>&amp;',
    '\t',
    'a\r\nb',
    '*a',
    '&a',
    '!a',
  ),
  fc.string({ maxLength: 12 }).map((each) => each.replaceAll('\0', '')),
);
const name = text.map((each) => `n${each.trim()}`);
const flag = fc.boolean();
const url = fc.constantFrom('https://a.example', 'https://b.example/logo.png', 'http://c.example:8080');

const sorted = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries([...new Map(entries)].sort(([one], [other]) => (one < other ? -1 : 1)));
const subset = (from: readonly string[]) => fc.subarray([...from]).map((ids) => [...ids].sort());

function definitions(prefix: string, builtIn: readonly string[]): fc.Arbitrary<Record<string, DefinitionEntry>> {
  const one = fc.record({
    id: fc.nat(11),
    description: fc.option(name, { nil: undefined }),
    above: fc.array(fc.nat(11), { maxLength: 4 }),
    builtIn: subset(builtIn),
  });
  return fc.array(one, { maxLength: 10 }).map((list) => {
    const ids = new Set(list.map(({ id }) => id));
    // What contains others has a greater number, in its own order, so that there is no circle.
    const order = (id: number) => (id * 7) % 12;
    return sorted(
      list.map(({ id, description, above, builtIn: own }) => {
        const contained = above.filter((each) => ids.has(each) && order(each) < order(id)).map((each) => `${prefix}${each}`);
        return [
          `${prefix}${id}`,
          { ...(description === undefined ? {} : { description }), contains: [...new Set([...contained, ...own])].sort() },
        ] as const;
      }),
    );
  });
}

const keys = (id: string, number: number): ProviderEntry => ({
  type: 'standard',
  client_id: `client ${number}`,
  client_secret: placeholderFor(`${id.toUpperCase()}_CLIENT_SECRET`),
  ...(id === 'facebook' ? { facebook_config_id: `config ${number}` } : {}),
  ...(id === 'microsoft' ? { microsoft_tenant_id: `tenant ${number}` } : {}),
});

/** Those that releases up to 2.8.10 never forget are always there. */
function providers(base: ConfigurationDocument, isEarly: boolean): fc.Arbitrary<NonNullable<ConfigurationDocument['providers']>> {
  const lasting = isEarly ? Object.keys(base.providers ?? {}).filter((id) => !sharedProviderIds.includes(id)) : [];
  const ids = isEarly ? [...sharedProviderIds, ...lasting] : oauthProviderIds;
  return fc
    .tuple(
      ...ids.map((id) =>
        fc.record({ id: fc.constant(id), is: fc.constantFrom('absent', 'shared', 'standard'), number: fc.nat(2), isOn: flag }),
      ),
    )
    .map((list) =>
      sorted(
        list.flatMap(({ id, is, number, isOn }): readonly (readonly [string, ProviderEntry])[] => {
          const off = isEarly && !isOn ? { enabled: false as const } : {};
          if (is === 'absent' && !lasting.includes(id)) return [];
          if (is === 'shared' && sharedProviderIds.includes(id)) return [[id, { type: 'shared' as const }] as const];
          return [[id, { ...keys(id, number), ...off } as ProviderEntry] as const];
        }),
      ),
    );
}

const domains = fc
  .uniqueArray(fc.record({ host: fc.domain(), port: fc.constantFrom('', ':8443'), path: fc.constantFrom('/handler', '/', '/a b') }), {
    maxLength: 8,
  })
  .map((list) => sorted(list.map(({ host, port, path }) => [`https://${host}${port}`, { handler_path: path }] as const)));

const server = fc.oneof(
  fc.constant({ type: 'shared' as const }),
  fc
    .record({
      host: fc.constantFrom('mail.example', 'smtp.example'),
      port: fc.integer({ min: 1, max: 65_535 }),
      username: name,
      sender_name: name,
    })
    .map((fields) => ({
      type: 'standard' as const,
      ...fields,
      sender_email: 'engine@example.com',
      password: placeholderFor('EMAIL_SERVER_PASSWORD'),
    })),
);

const view = fc.record({
  query: fc.constantFrom({ op: 'and', of: [] }, { field: 'verified', value: true }),
  order: fc.constant({ by: 'name', desc: false }),
  columns: fc.constantFrom(null, ['id', 'name']),
});
const schemas = fc.record(
  Object.fromEntries(
    metadataKinds.map((kind) => [
      kind,
      fc.constantFrom({ type: 'object', properties: { z: { title: 'a\nb' }, a: {} } }, { title: 'null' }),
    ]),
  ),
  { requiredKeys: [] },
);

const switches = [
  'allow_localhost',
  'client_team_creation_enabled',
  'client_user_deletion_enabled',
  'create_team_on_sign_up',
  'allow_user_api_keys',
  'allow_team_api_keys',
];

/** Returns configurations of the release whose first one is `base`; `sources` are those of valid templates. */
export function anyConfiguration(
  base: ConfigurationDocument,
  isEarly: boolean,
  defaults: ConfigurationDocument['email_templates'],
): fc.Arbitrary<ConfigurationDocument> {
  const logos = Object.keys(base.settings ?? {}).filter((key) => key.startsWith('logo'));
  const themes = Object.keys(base.email_themes ?? {});
  const parts = fc.record({
    texts: fc.record({ display_name: name, description: text, is_production_mode: flag }),
    switches: fc.record(Object.fromEntries(switches.map((key) => [key, flag]))),
    logos: fc.record(Object.fromEntries(logos.map((key) => [key, fc.option(url)]))),
    theme: themes.length === 0 ? fc.constant({}) : fc.record({ email_theme: fc.constantFrom(...themes, 'Own') }),
    methods: fc.record({
      sign_up_enabled: flag,
      credential_enabled: flag,
      magic_link_enabled: flag,
      passkey_enabled: flag,
      oauth_account_merge_strategy: fc.constantFrom('link_method', 'raise_error', 'allow_duplicates'),
    }),
    providers: providers(base, isEarly),
    domains,
    team: definitions(
      't_',
      builtInPermissions.map(({ id }) => id),
    ),
    project: definitions('p_', []),
    pick: fc.infiniteStream(flag),
    server,
    mark: fc.nat(3),
    views: fc.dictionary(
      name.map((each) => each.trim()),
      view,
      { maxKeys: 3, noNullPrototype: true },
    ),
    schemas,
  });
  return parts.map((part): ConfigurationDocument => {
    const picked = (ids: readonly string[]) => ids.filter(() => part.pick.next().value).sort();
    const [teamIds, projectIds] = [Object.keys(part.team), Object.keys(part.project)];
    const isOwn = part.server.type === 'standard';
    const marked = Object.entries(defaults ?? {}).map(([key, template], at) => {
      const isChanged = isOwn && (part.mark + at) % 2 === 1;
      if ('source' in template)
        return [
          key,
          isChanged
            ? { source: `${template.source}\n// ${part.mark}\n`, ...(at % 3 === 0 ? { theme: false as const } : { theme: 'Own' }) }
            : template,
        ] as const;
      return [key, { ...template, subject: `${template.subject} ${part.mark}` }] as const;
    });
    const templates = isEarly ? (isOwn ? marked.filter((_each, at) => (part.mark + at) % 2 === 1) : []) : marked;
    const [first] = Object.values(defaults ?? {});
    const further = !isEarly && isOwn && part.mark > 1 && first !== undefined ? [[`Own ${part.mark}`, first] as const] : [];
    const source = Object.values(base.email_themes ?? {})[0]?.source ?? '';
    return {
      version: 1,
      settings: { ...part.texts, ...part.switches, ...part.theme, ...part.logos },
      sign_in_methods: part.methods as NonNullable<ConfigurationDocument['sign_in_methods']>,
      providers: part.providers,
      domains: part.domains,
      permissions: { team: part.team, project: part.project },
      default_permissions: { team_creator: picked([...teamIds, '$read_members']), team_member: picked(teamIds), user: picked(projectIds) },
      email_server: part.server,
      ...(isEarly
        ? {}
        : { email_themes: sorted([...Object.entries(base.email_themes ?? {}), ['Own', { source: `${source}\n// ${part.mark}\n` }]]) }),
      email_templates: sorted([...templates, ...further]),
      metadata_schemas: part.schemas as NonNullable<ConfigurationDocument['metadata_schemas']>,
      saved_views: sorted(Object.entries(part.views)) as NonNullable<ConfigurationDocument['saved_views']>,
    };
  });
}
