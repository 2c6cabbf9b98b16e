/** Email templates by ID. */
import { randomUUID } from 'node:crypto';
import { isAtLeast } from '#contract/releases.ts';
import { knownError, plainFailure } from '#sandbox/http/failures.ts';
import type { Change, Exchange } from '../change';
import { type Fields, fieldsOf, json, projectOf, requireAccess, violation } from '../exchange';

export interface TemplateById {
  readonly id: string;
  readonly display_name: string;
  readonly tsx_source: string;
  /** `false` is no theme; absent is the project's own. */
  readonly theme_id?: string | false;
}

const source = 'wire/newer 2.6, 2.8.23; wire/corrections 2.8.86: templates';
const path = '/internal/email-templates';

/** Only the last two names are documented; the others are those of the types they replace. */
const builtIn = [
  'Email Verification',
  'Password Reset',
  'Magic Link',
  'Team Invitation',
  'Sign In Invitation',
  'Payment Receipt',
  'Payment Failed',
].map((display_name, index) => ({ id: `00000000-0000-4000-8000-00000000000${index + 1}`, display_name }));

/** The IDs of the service's own themes. */
const builtInThemes = [
  '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac',
  'a0172b5d-cff0-463b-83bb-85124697373a',
  'c7e2d94f-8a1b-4e6d-b3f5-9d0a2e7c1b8f',
];

/** The form of a source (recorded, GET /internal/email-templates of 2.8.26). */
const tsxOf = (subject: string) => `import { type } from "arktype"
import { Subject, NotificationCategory, Props } from "@stackframe/emails";

export const variablesSchema = type({});

export function EmailTemplate({ user, project }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={"${subject}"} />
      <NotificationCategory value="Transactional" />
      <p>${subject}</p>
    </>
  );
}
`;

function templatesOf({ state, request, release }: Exchange): readonly TemplateById[] {
  const own = builtIn.slice(0, isAtLeast(release, '2.8.86') ? 7 : 5);
  return state.templates.get(projectOf(request)) ?? own.map((each) => ({ ...each, tsx_source: tsxOf(each.display_name) }));
}

function store({ state, request }: Exchange, templates: readonly TemplateById[]): void {
  state.templates.set(projectOf(request), templates);
}

function requireTemplate(exchange: Exchange): TemplateById {
  const found = templatesOf(exchange).find(({ id }) => id === exchange.params.id);
  // The text is not documented.
  if (found === undefined) throw plainFailure(404, 'Email template not found');
  return found;
}

async function requireOwnServer(exchange: Exchange): Promise<void> {
  const { config } = await requireAccess(exchange, 'admin');
  const { email_config: server } = config as { readonly email_config: { readonly type: string } };
  if (server.type === 'shared' && isAtLeast(exchange.release, '2.8.27')) throw knownError('REQUIRES_CUSTOM_EMAIL_SERVER');
}

/** A source is broken when it exports no template; a real service renders it. */
function rendered(tsx: string): string {
  const error = 'The template does not export a function named EmailTemplate.';
  if (!/export function EmailTemplate\b/.test(tsx)) throw knownError('EMAIL_RENDERING_ERROR', { error }, { error });
  return `<!DOCTYPE html><html><body>${/<p>([^<]*)<\/p>/.exec(tsx)?.[1] ?? ''}</body></html>`;
}

/** The theme isn't rendered, only looked for: a real service puts the template into it. */
function requireKnownTheme({ theme_id: theme }: Fields): void {
  if (typeof theme === 'string' && !builtInThemes.includes(theme)) throw plainFailure(400, 'No theme found with given id');
}

function sourceIn(exchange: Exchange, { template_id: id, template_tsx_source: tsx }: Fields): string {
  if (typeof tsx === 'string') return tsx;
  const found = templatesOf(exchange).find((template) => template.id === id);
  if (found === undefined) throw plainFailure(400, 'No template found with given id');
  return found.tsx_source;
}

function themeOf({ request }: Exchange, current: TemplateById): Pick<TemplateById, 'theme_id'> {
  const { theme_id: theme = current.theme_id } = fieldsOf(request.body);
  if (theme === undefined || theme === null) return {};
  if (theme !== false && typeof theme !== 'string') throw violation(request, 'body.theme_id must be a valid UUID');
  return { theme_id: theme };
}

export const emailTemplateChanges: readonly Change[] = [
  {
    source: 'wire/corrections 2.8.86: POST /emails/render-email (admin), 2.8.25 on',
    since: '2.8.25',
    method: 'POST',
    path: '/emails/render-email',
    async respond(exchange) {
      await requireAccess(exchange, 'admin');
      const fields = fieldsOf(exchange.request.body);
      requireKnownTheme(fields);
      const source = sourceIn(exchange, fields);
      const subject = /<Subject value=\{"([^"]*)"\}/.exec(source)?.[1];
      return json({ html: rendered(source), ...(subject === undefined ? {} : { subject }), notification_category: 'Transactional' });
    },
  },
  {
    source,
    since: '2.8.23',
    method: 'GET',
    path,
    async respond(exchange) {
      await requireAccess(exchange, 'admin');
      return json({ templates: templatesOf(exchange) });
    },
  },
  {
    source,
    since: '2.8.23',
    method: 'POST',
    path,
    async respond(exchange) {
      await requireOwnServer(exchange);
      const { display_name } = fieldsOf(exchange.request.body);
      if (typeof display_name !== 'string') throw violation(exchange.request, 'body.display_name must be defined');
      const id = randomUUID();
      store(exchange, [...templatesOf(exchange), { id, display_name, tsx_source: tsxOf(display_name) }]);
      return json({ id });
    },
  },
  {
    source,
    since: '2.8.23',
    method: 'PATCH',
    path: `${path}/{id}`,
    async respond(exchange) {
      await requireOwnServer(exchange);
      const { theme_id: _theme, ...current } = requireTemplate(exchange);
      const { tsx_source } = fieldsOf(exchange.request.body);
      if (typeof tsx_source !== 'string') throw violation(exchange.request, 'body.tsx_source must be defined');
      const html = rendered(tsx_source);
      const changed = { ...current, tsx_source, ...themeOf(exchange, requireTemplate(exchange)) };
      store(
        exchange,
        templatesOf(exchange).map((each) => (each.id === changed.id ? changed : each)),
      );
      return json({ rendered_html: html });
    },
  },
  {
    source,
    since: '2.8.23',
    method: 'DELETE',
    path: `${path}/{id}`,
    async respond(exchange) {
      await requireAccess(exchange, 'admin');
      const { id } = requireTemplate(exchange);
      store(
        exchange,
        templatesOf(exchange).filter((each) => each.id !== id),
      );
      return json({ success: true });
    },
  },
];
