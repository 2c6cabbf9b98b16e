/** Tooltips for controls of the first script, which doesn't contain the code that places them. */
import { createElement, useState } from 'react';
import { onDemand } from '#lib/on-demand.ts';
import type { TooltipProps } from './tooltip';

export const tooltips = onDemand(() => import('./tooltip'));
const LoadedTooltip = tooltips.component((module) => module.Tooltip);

/** A `Tooltip`; before its code is loaded, only what it belongs to. All code after the first script is loaded together with it. */
export function LateTooltip(props: TooltipProps) {
  // Decided once: what it belongs to would be replaced, and lose the focus.
  const [isLoaded] = useState(tooltips.isLoaded);
  return isLoaded ? createElement(LoadedTooltip, props) : props.children;
}
