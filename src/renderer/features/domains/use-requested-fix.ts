import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { type ProductionRule, productionRuleOf } from '../../lib/rules/production-checklist';

/** Passes on the rule that the URL asks to fix, once: the overview opens the screen with one. */
export function useRequestedFix(onFix: (rule: ProductionRule) => void): void {
  const [search, setSearch] = useSearchParams();
  const rule = productionRuleOf(search.get('fix'));
  const latest = useRef({ onFix, setSearch });
  latest.current = { onFix, setSearch };
  useEffect(() => {
    if (rule === undefined) return;
    // First, because a screen with unsaved changes isn't left without a question.
    latest.current.setSearch({}, { replace: true });
    latest.current.onFix(rule);
  }, [rule]);
}
