import {
  closestCorners,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type Active,
  type CollisionDetection,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  type Over,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Drag.module.css';

/** Where an item was dropped. */
export type Drop = {
  readonly itemId: string;
  /** The drop place or, in a sorted list, the item whose position the dropped item takes. */
  readonly overId: string;
  /** The distance that the item was moved, in page pixels; zero in calls of `onOver`. */
  readonly by: { readonly x: number; readonly y: number };
};

type DragAreaProps = {
  onDrop: (drop: Drop) => void;
  /** Called when the dragged item moves over another place or item. */
  onOver?: (drop: Drop) => void;
  onCancel?: () => void;
  /**
   * The effect of the arrow keys: `sorted` moves from item to item and from list to list; `placed`
   * moves from place to place, or up and down by this many pixels if a place is a scale.
   */
  kind: 'sorted' | { placed: number | null };
  /** Returns the element that follows the pointer while an item is dragged. */
  overlay: (itemId: string) => ReactNode;
  children: ReactNode;
};

/**
 * Drag and drop by mouse, by long press or by keyboard: Space picks up and drops, arrows move,
 * Escape cancels. Every step is announced.
 */
export function DragArea({ onDrop, onOver, onCancel, kind, overlay, children }: DragAreaProps) {
  const [carried, setCarried] = useState<string | null>(null);
  const isSorted = kind === 'sorted';
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      // Enter does not pick up an item, because it opens the item.
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
      scrollBehavior: 'auto',
      coordinateGetter: isSorted ? sortableKeyboardCoordinates : stepTo(kind.placed),
    }),
  );
  const end = (event: DragEndEvent) => {
    setCarried(null);
    const drop = dropOf(event);
    if (drop) onDrop(drop);
    else onCancel?.();
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={isSorted ? overItem : overPlace}
      accessibility={useSpokenSteps()}
      onDragStart={({ active }) => setCarried(String(active.id))}
      onDragOver={(event) => {
        const drop = dropOf({ ...event, delta: { x: 0, y: 0 } });
        if (drop) onOver?.(drop);
      }}
      onDragEnd={end}
      onDragCancel={() => {
        setCarried(null);
        onCancel?.();
      }}
    >
      {children}
      <DragOverlay dropAnimation={null} transition={atOnce}>
        {carried !== null && (
          <div className={classes.carried} data-carrying="">
            {overlay(carried)}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

type DragItemProps = {
  id: string;
  /** The name used in announcements. */
  label: string;
  /** Called on Enter, or on a press without dragging. */
  onOpen?: (() => void) | undefined;
  disabled?: boolean;
  children: ReactNode;
};

/** An item to drag to a `DropPlace`. */
export function DragItem({ id, label, disabled = false, ...rest }: DragItemProps) {
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id,
    disabled,
    data: { label },
  });
  return (
    <Carried
      {...rest}
      onNode={setNodeRef}
      attributes={attributes}
      listeners={listeners}
      isCarried={isDragging}
    />
  );
}

/** An item to drag within its `SortedList` or to another one. */
export function SortedItem({ id, label, disabled = false, ...rest }: DragItemProps) {
  const { attributes, listeners, setNodeRef, isDragging, transform, transition } = useSortable({
    id,
    disabled,
    data: { label },
  });
  const moved = transform && `translate3d(${transform.x}px, ${transform.y}px, 0)`;
  return (
    <Carried
      {...rest}
      onNode={setNodeRef}
      attributes={attributes}
      listeners={listeners}
      isCarried={isDragging}
      style={{ ...(moved && { transform: moved }), ...(transition && { transition }) }}
    />
  );
}

type CarriedProps = Omit<DragItemProps, 'id' | 'label' | 'disabled'> &
  Pick<ReturnType<typeof useDraggable>, 'attributes' | 'listeners'> & {
    onNode: (node: HTMLElement | null) => void;
    isCarried: boolean;
    style?: { transform?: string; transition?: string };
  };

function Carried(props: CarriedProps) {
  const { onNode, attributes, listeners, isCarried, style, onOpen, children } = props;
  const { t } = useTranslation('drag');
  const { onKeyDown, ...pressed } = listeners ?? {};
  return (
    <div
      ref={onNode}
      {...attributes}
      {...pressed}
      role="button"
      tabIndex={0}
      aria-roledescription={t('kind')}
      className={classes.item}
      // `style`: the position while other items make space.
      style={style}
      data-carried={isCarried || undefined}
      onClick={onOpen}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && !isCarried && onOpen) {
          event.preventDefault();
          onOpen();
        } else onKeyDown?.(event);
      }}
    >
      {children}
    </div>
  );
}

type DropPlaceProps = {
  id: string;
  label: string;
  className?: string | undefined;
  as?: 'div' | 'td' | 'ul' | 'section';
  children: ReactNode;
};

/** A place to drop a `DragItem`. */
export function DropPlace({ id, label, as: Part = 'div', className, children }: DropPlaceProps) {
  const { setNodeRef, isOver } = useDroppable({ id, data: { label } });
  return (
    <Part ref={setNodeRef} className={className} data-over={isOver || undefined}>
      {children}
    </Part>
  );
}

/** A list whose order the user can change. */
export function SortedList({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  return (
    <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
      {children}
    </SortableContext>
  );
}

/** Makes each keyboard step apply at once: the next key may come before an animation ends. */
const atOnce = () => undefined;

const overPlace: CollisionDetection = (search) => {
  const under = pointerWithin(search);
  return under.length > 0 ? under : rectIntersection(search);
};

const overItem: CollisionDetection = (search) => {
  const under = pointerWithin(search);
  return under.length > 0 ? under : closestCorners(search);
};

/**
 * Returns a function for keyboard steps. A step is as large as the place that the item is over, so
 * that it moves the item to the next place; `pixelsDown` replaces the height of a vertical step.
 */
function stepTo(pixelsDown: number | null): KeyboardCoordinateGetter {
  return (event, { currentCoordinates: at, context: { over } }) => {
    const [x, y] = directions[event.code] ?? [0, 0];
    if ((x === 0 && y === 0) || !over) return undefined;
    event.preventDefault();
    return { x: at.x + x * over.rect.width, y: at.y + y * (pixelsDown ?? over.rect.height) };
  };
}

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

function dropOf({ active, over, delta }: Pick<DragEndEvent, 'active' | 'over' | 'delta'>) {
  return over && { itemId: String(active.id), overId: String(over.id), by: delta };
}

const labelOf = (end: Active | Over): string => String(end.data.current?.['label'] ?? '');

function useSpokenSteps() {
  const { t } = useTranslation('drag');
  const announced = (step: string) =>
    function say({ active, over }: { active: Active; over?: Over | null }) {
      const item = labelOf(active);
      // Once the list has made space, a sorted item is over itself, so only its own label is
      // announced. With several lists, that label names the list.
      const isElsewhere = over && over.id !== active.id;
      return isElsewhere ? t(`${step}At`, { item, place: labelOf(over) }) : t(step, { item });
    };
  return {
    screenReaderInstructions: { draggable: t('how') },
    announcements: {
      onDragStart: announced('picked'),
      onDragOver: announced('over'),
      onDragEnd: announced('put'),
      onDragCancel: ({ active }: { active: Active }) => t('back', { item: labelOf(active) }),
    },
  };
}
