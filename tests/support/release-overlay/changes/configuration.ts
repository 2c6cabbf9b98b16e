/** The configuration as one text, with levels that override it. */
import type { Change, Exchange } from '../change';
import { type Fields, fieldsOf, json, projectOf, requireAccess, violation } from '../exchange';
import { type ConfigLevel, type ConfigOverride, configLevels } from '../state';

const source = 'wire/newer 2.5, 2.8.28 and 2.8.61; wire/corrections 2.8.86: configuration';

/** What is known of the configuration's own values; the keys are those of wire/corrections 2.8.86: configuration and keys. */
const defaults = { 'project.requirePublishableClientKey': false, 'onboarding.requireEmailVerification': false };

function overridesOf({ state, request }: Exchange) {
  return state.overrides.get(projectOf(request)) ?? {};
}

function setOverride(exchange: Exchange, level: ConfigLevel, override: ConfigOverride): void {
  exchange.state.overrides.set(projectOf(exchange.request), { ...overridesOf(exchange), [level]: override });
}

/** `{"a.b": 1}` as `{"a": {"b": 1}}`. */
function nested(flat: ConfigOverride): Fields {
  const root: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(flat)) {
    const names = key.split('.');
    const last = names.pop() ?? key;
    let at = root;
    for (const name of names) {
      at[name] = { ...(at[name] as Fields | undefined) };
      at = at[name] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return root;
}

/** `{"a": {"b": 1}}` as `{"a.b": 1}`: both forms mean the same key. */
function flat(value: Fields, prefix = ''): ConfigOverride {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.entries(flat(inner as Fields, `${prefix}${name}.`))
        : [[`${prefix}${name}`, inner]],
    ),
  );
}

function overrideOf({ request }: Exchange): ConfigOverride {
  const { config_override_string: text } = fieldsOf(request.body);
  if (typeof text !== 'string') throw violation(request, 'body.config_override_string must be defined');
  try {
    return flat(JSON.parse(text));
  } catch {
    throw violation(request, 'body.config_override_string must be valid JSON');
  }
}

function levelOf({ params, request }: Exchange): ConfigLevel {
  const level = configLevels.find((each) => each === params.level);
  if (level === undefined) throw violation(request, `params.level must be one of the following values: ${configLevels.join(', ')}`);
  return level;
}

async function change(exchange: Exchange, level: ConfigLevel, base: ConfigOverride) {
  await requireAccess(exchange, 'admin');
  setOverride(exchange, level, { ...base, ...overrideOf(exchange) });
  return json({ success: true });
}

export const configurationChanges: readonly Change[] = [
  {
    source,
    since: '2.8.28',
    method: 'GET',
    path: '/internal/config',
    async respond(exchange) {
      await requireAccess(exchange, 'admin');
      const overrides = overridesOf(exchange);
      const all = Object.assign({}, defaults, ...configLevels.map((level) => overrides[level]));
      return json({ config_string: JSON.stringify(nested(all)) });
    },
  },
  {
    // The response is not documented; it is that of the levels.
    source,
    since: '2.8.28',
    until: '2.8.61',
    method: 'PATCH',
    path: '/internal/config/override',
    respond: (exchange) => change(exchange, 'environment', overridesOf(exchange).environment ?? {}),
  },
  {
    source,
    since: '2.8.61',
    method: 'GET',
    path: '/internal/config/override/{level}',
    async respond(exchange) {
      await requireAccess(exchange, 'admin');
      return json({ config_string: JSON.stringify(overridesOf(exchange)[levelOf(exchange)] ?? {}) });
    },
  },
  {
    source,
    since: '2.8.61',
    method: 'PATCH',
    path: '/internal/config/override/{level}',
    respond: async (exchange) => change(exchange, levelOf(exchange), overridesOf(exchange)[levelOf(exchange)] ?? {}),
  },
  {
    source,
    since: '2.8.61',
    method: 'PUT',
    path: '/internal/config/override/{level}',
    respond: async (exchange) => change(exchange, levelOf(exchange), {}),
  },
];
