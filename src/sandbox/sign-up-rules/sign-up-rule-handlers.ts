/** Endpoints that simulate sign-up rules and count their matches (wire/later 2). */
import { z } from 'zod';
import { endpoint } from '#contract/definitions.ts';
import type { Handler } from '../http/context';
import { reply } from '../http/respond';
import { hourMillis, listTriggers, type TriggerCount } from '../stores/sign-up-rule-store';
import { authMethods, contextOf, evaluateRules } from './evaluate-rules';

const score = z.int().min(0).max(100);
const attempt = z.strictObject({
  email: z.string().nullable(),
  auth_method: z.enum(authMethods),
  oauth_provider: z.string().nullable(),
  country_code: z.string().nullable(),
  turnstile_result: z.enum(['ok', 'invalid', 'error']).optional(),
  risk_scores: z.strictObject({ bot: score, free_trial_abuse: score }).optional(),
});

const anything = z.record(z.string(), z.unknown());

export const signUpRuleRows = {
  test: endpoint({
    method: 'POST',
    path: '/internal/sign-up-rules-test',
    effect: 'read',
    actors: { project: { access: 'admin', body: attempt, response: anything } },
  }),
  stats: endpoint({ method: 'GET', path: '/internal/sign-up-rules-stats', actors: { project: { access: 'admin', response: anything } } }),
};

/** Evaluates the saved rules. Counts nothing, and creates nobody. */
export const testSignUpRules: Handler<typeof signUpRuleRows.test> = {
  ignoresQuery: true,
  async run({ store, project, body, endUser }) {
    const sent = {
      email: body.email,
      authMethod: body.auth_method,
      oauthProvider: body.oauth_provider,
      countryCode: body.country_code ?? endUser?.country ?? null,
      riskScores: body.risk_scores,
    };
    const { evaluations, outcome } = evaluateRules(store, project, sent);
    return reply({
      context: { ...contextOf(sent), turnstile_result: body.turnstile_result ?? 'invalid' },
      evaluations,
      outcome: { should_allow: outcome.decision === 'allow' || outcome.decision === 'default-allow', ...outcome },
    });
  },
};

/** Hours that the counts cover. */
const shownHours = 48;

export const readSignUpRuleStats: Handler<typeof signUpRuleRows.stats> = {
  async run({ store, project, clock }) {
    const triggers = listTriggers(store, project.key);
    const first = Math.floor(clock.now() / hourMillis) - shownHours + 1;
    const recent = triggers.filter(({ hour }) => hour >= first);
    const sumOf = (counts: readonly TriggerCount[]) => counts.reduce((sum, { count }) => sum + count, 0);
    const actions = ['allow', 'reject', 'restrict', 'log'].map((action) => [
      action,
      sumOf(recent.filter((each) => each.action === action)),
    ]);
    const rules = [...new Set(triggers.map(({ rule_id }) => rule_id))].map((rule_id) => {
      const own = recent.filter((each) => each.rule_id === rule_id);
      return {
        rule_id,
        total_count: sumOf(own),
        all_time_count: sumOf(triggers.filter((each) => each.rule_id === rule_id)),
        hourly_counts: Array.from({ length: shownHours }, (_value, index) => ({
          hour: new Date((first + index) * hourMillis).toISOString(),
          count: sumOf(own.filter(({ hour }) => hour === first + index)),
        })),
      };
    });
    return reply({
      rule_triggers: rules,
      analytics_hours: shownHours,
      total_triggers: sumOf(recent),
      triggers_by_action: Object.fromEntries(actions),
    });
  },
};
