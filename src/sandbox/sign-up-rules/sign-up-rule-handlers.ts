/** Endpoints that simulate sign-up rules and count their matches (wire/later 2). */
import type { RowOf } from '#contract/service/index.ts';
import type { Handler, HandlersOf } from '../http/context';
import { widerReply } from '../http/respond';
import { hourMillis, listTriggers, type TriggerCount } from '../stores/sign-up-rule-store';
import { contextOf, evaluateRules } from './evaluate-rules';

/** Evaluates the saved rules. Counts nothing, and creates no user. */
const testSignUpRules: Handler<RowOf<'signUpRules.test'>> = {
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
    return widerReply({
      context: { ...contextOf(sent), turnstile_result: body.turnstile_result ?? 'invalid' },
      evaluations,
      outcome: { should_allow: outcome.decision === 'allow' || outcome.decision === 'default-allow', ...outcome },
    });
  },
};

/** Hours that the counts cover. */
const shownHours = 48;

const readSignUpRuleStats: Handler<RowOf<'signUpRules.stats'>> = {
  async run({ store, project, clock, release }) {
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
        ...(release.has('all-time-counts') ? { all_time_count: sumOf(triggers.filter((each) => each.rule_id === rule_id)) } : {}),
        hourly_counts: Array.from({ length: shownHours }, (_value, index) => ({
          hour: new Date((first + index) * hourMillis).toISOString(),
          count: sumOf(own.filter(({ hour }) => hour === first + index)),
        })),
      };
    });
    return widerReply({
      rule_triggers: rules,
      analytics_hours: shownHours,
      total_triggers: sumOf(recent),
      triggers_by_action: Object.fromEntries(actions),
    });
  },
};

export const signUpRuleHandlers: HandlersOf<'signUpRules'> = {
  'signUpRules.stats': readSignUpRuleStats,
  'signUpRules.test': testSignUpRules,
};
