import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { type PermissionNode, rectOf } from './graph-elements';
import { fittedViewport, viewportWith } from './graph-viewport';

/**
 * Fits nodes into the canvas, also when its size changes, until the user moves the graph. The selected permission is always moved into view.
 * Returns what is to be called when the user moves or zooms.
 */
export function useFittedView(fitted: readonly PermissionNode[], selected: PermissionNode | undefined): () => void {
  const { getViewport, setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const isMoved = useRef(false);
  const nodes = useRef({ fitted, selected });
  nodes.current = { fitted, selected };
  const selectedId = selected?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: edited permissions don't move; another selection and another size do
  useEffect(() => {
    if (width === 0 || height === 0 || nodes.current.fitted.length === 0) return;
    const size = { width, height };
    const viewport = isMoved.current ? getViewport() : fittedViewport(nodes.current.fitted.map(rectOf), size);
    const shown = nodes.current.selected;
    void setViewport(shown === undefined ? viewport : viewportWith(rectOf(shown), viewport, size));
  }, [width, height, selectedId]);
  return () => {
    isMoved.current = true;
  };
}
