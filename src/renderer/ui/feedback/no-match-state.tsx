import { SearchX } from 'lucide-react';
import { Button } from '../inputs/button';
import { EmptyState } from './empty-state';

interface NoMatchStateProps {
  title: string;
  text: string;
  clearLabel: string;
  onClear: () => void;
}

/** The state of a list whose search or filter matches nothing. */
export function NoMatchState({ title, text, clearLabel, onClear }: NoMatchStateProps) {
  return <EmptyState icon={SearchX} title={title} text={text} action={<Button onClick={onClear}>{clearLabel}</Button>} />;
}
