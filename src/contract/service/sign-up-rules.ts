/** Statistics and test of sign-up rules, which are keys of the configuration (wire/later 2). */
import { z } from 'zod';
import { endpoint } from '../definitions';

/** Ways to sign up that a test can simulate. */
export const signUpMethods = ['password', 'otp', 'oauth', 'passkey'] as const;

const score = z.int().min(0).max(100);

/** A sign-up to be simulated: nothing is created or counted. */
const signUpAttempt = z.strictObject({
  email: z.string().nullable(),
  auth_method: z.enum(signUpMethods),
  oauth_provider: z.string().nullable(),
  country_code: z.string().nullable(),
  turnstile_result: z.enum(['ok', 'invalid', 'error']).optional(),
  risk_scores: z.strictObject({ bot: score, free_trial_abuse: score }).optional(),
});
export type TestedSignUp = z.output<typeof signUpAttempt>;

/** How one rule was evaluated. Later services may have further states and actions. */
const evaluation = z.object({
  rule_id: z.string(),
  display_name: z.string().nullish(),
  status: z.string(),
  action: z.object({ type: z.string() }),
  error: z.string().nullish(),
});
export type RuleEvaluation = z.output<typeof evaluation>;

const testResult = z.object({
  context: z.object({ email: z.string(), email_domain: z.string(), country_code: z.string() }),
  evaluations: z.array(evaluation),
  outcome: z.object({
    should_allow: z.boolean(),
    decision: z.string(),
    decision_rule_id: z.string().nullable(),
    restricted_because_of_rule_id: z.string().nullable(),
  }),
});
export type RuleTestResult = z.output<typeof testResult>;

/** How often each rule matched: in the last hours, oldest first, and in all. Deleted rules are listed too. */
const statistics = z.object({
  rule_triggers: z.array(
    z.object({
      rule_id: z.string(),
      total_count: z.number(),
      all_time_count: z.number().nullish(),
      hourly_counts: z.array(z.object({ hour: z.string(), count: z.number() })),
    }),
  ),
  analytics_hours: z.number(),
});
export type RuleTriggers = z.output<typeof statistics>['rule_triggers'][number];

export const signUpRules = {
  stats: endpoint({
    method: 'GET',
    path: '/internal/sign-up-rules-stats',
    feature: 'sign-up-rules',
    actors: { project: { access: 'admin', response: statistics } },
  }),
  /** Evaluates the saved rules up to the one that decides. */
  test: endpoint({
    method: 'POST',
    path: '/internal/sign-up-rules-test',
    effect: 'read',
    idempotent: true,
    feature: 'sign-up-rules-test',
    actors: { project: { access: 'admin', body: signUpAttempt, response: testResult } },
  }),
};
