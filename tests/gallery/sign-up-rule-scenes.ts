/** Sign-up rules in every state, their dialogs, and the preview of required verification. */
import type { Reply } from '#contract/errors.ts';
import type { Replies } from './replies';
import { goWith, type Scene, type SceneContext } from './scene';

const path = '/c/sandbox/sign-in-methods';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const ok = (value: object): Reply => ({ ok: true, value });
const text = (config: object): Reply => ok({ config_string: JSON.stringify(config) });

const rules = {
  partners: {
    enabled: true,
    displayName: 'Partners',
    priority: 4,
    condition: 'emailDomain in ["difference.example", "engine.example"]',
    action: { type: 'allow' },
  },
  'disposable-addresses': {
    enabled: true,
    displayName: 'Disposable addresses from everywhere but the countries in which the shop has customers',
    priority: 3,
    condition: 'email.matches("@(mailinator|trashmail)\\\\.") && !(countryCode in ["AT", "DE", "JP"])',
    action: { type: 'reject', message: 'See ticket 1843' },
  },
  bots: {
    enabled: true,
    displayName: 'Bots',
    priority: 2,
    condition: 'riskScores.bot >= 80 || (riskScores.free_trial_abuse > 60 && authMethod == "otp")',
    action: { type: 'restrict' },
  },
  broken: { enabled: true, displayName: 'Typo', priority: 1, condition: 'mail == "a@b.example"', action: { type: 'log' } },
  later: { enabled: false, displayName: 'Not yet', priority: 0, action: { type: 'log' } },
};
const branch = { 'auth.signUpRules': { partners: rules.partners } };
const { partners: _partner, ...own } = rules;
const source = {
  type: 'pushed-from-github',
  owner: 'analytical',
  repo: 'shop',
  branch: 'main',
  commit_hash: '3f2a91c',
  config_file_path: 'stack.config.ts',
};

const hours = (count: (hour: number) => number) =>
  Array.from({ length: 48 }, (_value, hour) => ({ hour: new Date(hour * 3_600_000).toISOString(), count: count(hour) }));
const stats = ok({
  analytics_hours: 48,
  rule_triggers: [
    { rule_id: 'partners', total_count: 1, all_time_count: 12, hourly_counts: hours((hour) => (hour === 20 ? 1 : 0)) },
    { rule_id: 'disposable-addresses', total_count: 137, all_time_count: 20_481, hourly_counts: hours((hour) => (hour * 7) % 11) },
    { rule_id: 'bots', total_count: 0, all_time_count: 3, hourly_counts: hours(() => 0) },
    { rule_id: 'deleted', total_count: 4, all_time_count: 4, hourly_counts: hours(() => 0) },
  ],
});

const repliesWith = (auth: object, levels: { readonly branch: object; readonly environment: object }, from: object = source): Replies => ({
  'service.config.read': text({ auth, onboarding: { requireEmailVerification: false } }),
  'service.config.readSource': ok({ source: from }),
  'service.config.readLevel': (input) => {
    const { level } = (input as { readonly params: { readonly level: string } }).params;
    return text(level === 'branch' ? levels.branch : level === 'environment' ? levels.environment : {});
  },
  'service.signUpRules.stats': stats,
});
const withRules = repliesWith(
  { signUpRules: rules, signUpRulesDefaultAction: 'allow' },
  { branch, environment: { 'auth.signUpRules.bots': own.bots, 'auth.signUpRules': own } },
);

const section = ({ screens: { page } }: SceneContext) => page.getByRole('region', { name: 'Sign-up rules', exact: true });

async function show(context: SceneContext, replies: Replies = withRules): Promise<void> {
  await goWith(context, path, replies);
  await section(context).waitFor();
}

async function edit(context: SceneContext, name: string): Promise<void> {
  await show(context);
  await context.screens.page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await context.screens.page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await context.screens.dialog.getByLabel('Name', { exact: true }).waitFor();
}

const evaluated = (rule_id: string, status: string, type: string, error?: string) => ({ rule_id, status, action: { type }, error });
const tested = ok({
  context: { email: 'a@b.example', email_domain: 'b.example', country_code: 'FR' },
  evaluations: [
    evaluated('partners', 'not_matched', 'allow'),
    evaluated('disposable-addresses', 'not_matched', 'reject'),
    evaluated('bots', 'matched', 'restrict'),
    evaluated('broken', 'error', 'log', 'Failed to evaluate CEL expression: mail == "a@b.example"'),
    evaluated('later', 'disabled', 'log'),
  ],
  outcome: { should_allow: true, decision: 'default-allow', decision_rule_id: null, restricted_because_of_rule_id: 'bots' },
});

const affected = (count: number) =>
  ok({
    total_affected_count: count,
    affected_users: Array.from({ length: Math.min(count, 10) }, (_value, at) => ({
      id: `5b0f3c1e-0c5c-4f0e-9a53-0c2f4a0e6a${10 + at}`,
      display_name: at === 3 ? null : ['Grace Hopper', 'Bartholomew Featherstonehaugh-Cholmondeley', '山田花子'][at % 3],
      primary_email: at % 4 === 2 ? null : `user${at}@analytical.example`,
    })),
  });

async function requireVerification(context: SceneContext, reply: Reply | 'never'): Promise<void> {
  await show(context, { ...withRules, 'service.users.affected': reply });
  await context.screens.page.getByRole('switch', { name: 'Require verified email addresses' }).click();
  await context.screens.dialog.getByRole('button', { name: 'Require verification' }).waitFor();
}

const none = { branch: {}, environment: {} };

export const signUpRuleScenes: readonly Scene[] = [
  { name: 'sign-up rules', show: (context) => show(context), inView: section },
  {
    name: 'sign-up rules, none',
    show: (context) => show(context, repliesWith({ signUpRules: {} }, none, { type: 'unlinked' })),
    inView: (context) => section(context).getByText('If no rule decides'),
  },
  { name: 'sign-up rules, loading', show: (context) => show(context, { 'service.config.read': 'never' }), inView: section },
  {
    name: 'sign-up rules, failed',
    show: async (context) => {
      await show(context, { 'service.config.read': lost });
      await section(context).getByRole('alert').waitFor();
    },
    inView: section,
  },
  {
    name: 'sign-up rules, no statistics',
    show: async (context) => {
      await show(context, { ...withRules, 'service.signUpRules.stats': lost });
      await section(context).getByText('Couldn’t load the number of matches').first().waitFor();
    },
    inView: section,
  },
  {
    name: 'sign-up rules, menu of a pushed rule',
    show: async (context) => {
      await show(context);
      await context.screens.page.getByRole('button', { name: 'Actions for Partners', exact: true }).click();
      await context.screens.page.getByRole('menuitem', { name: /^Delete/ }).waitFor();
    },
  },
  {
    name: 'sign-up rules, new rule',
    show: async (context) => {
      await show(context);
      await section(context).getByRole('button', { name: 'Add rule' }).click();
      const { dialog } = context.screens;
      await dialog.getByRole('button', { name: 'Add condition' }).click();
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.getByText('Enter a value').first().waitFor();
    },
  },
  {
    name: 'sign-up rules, form',
    show: (context) => edit(context, rules['disposable-addresses'].displayName),
  },
  { name: 'sign-up rules, text', show: (context) => edit(context, 'Bots') },
  {
    name: 'sign-up rules, mistake in the text',
    show: async (context) => {
      await edit(context, 'Bots');
      await context.screens.dialog.getByLabel('Condition as text').fill('riskScores.bot >= "80"\n|| authMethod == "otp"');
      await context.screens.dialog.getByRole('radio', { name: 'Form' }).click();
      await context.screens.dialog.getByText('Correct the mistake first').waitFor();
    },
  },
  {
    name: 'sign-up rules, test',
    show: async (context) => {
      await show(context, { ...withRules, 'service.signUpRules.test': tested });
      await section(context).getByRole('button', { name: 'Test rules' }).click();
      await context.screens.dialog.getByRole('button', { name: 'Run test' }).click();
      await context.screens.dialog.getByText('Allowed, because no rule decided').waitFor();
    },
    inView: ({ screens: { dialog } }) => dialog.getByText('Failed to evaluate'),
  },
  {
    name: 'sign-up rules, deleting',
    show: async (context) => {
      await show(context);
      await context.screens.page.getByRole('button', { name: 'Actions for Bots', exact: true }).click();
      await context.screens.page.getByRole('menuitem', { name: 'Delete…' }).click();
      await context.screens.dialog.getByRole('button', { name: 'Delete rule' }).waitFor();
    },
  },
  { name: 'required verification', show: (context) => requireVerification(context, affected(1234)) },
  { name: 'required verification, no user', show: (context) => requireVerification(context, affected(0)) },
  { name: 'required verification, loading', show: (context) => requireVerification(context, 'never') },
  {
    name: 'required verification, failed',
    show: async (context) => {
      await requireVerification(context, lost);
      await context.screens.dialog.getByRole('alert').waitFor();
    },
  },
];
