/** The notices after a change was made or refused, or after another person has changed the object. */

import { Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { newIdempotencyKey } from './idempotency-key.ts'
import { ProblemDetails, refusalStyle, SentenceList } from './problem-details.tsx'
import type { ChangeTexts } from './texts.ts'

const undoMilliseconds = 10_000

const closeWith = (text: ChangeTexts) => ({ closeButtonProps: { 'aria-label': text.close } })

/** Shows that a change is done. If `undo` is given, the notice has a button that calls it. */
export function notifyDone(message: string, text: ChangeTexts, undo?: () => void): void {
  const id = newIdempotencyKey()
  const undoAndClose = () => {
    notifications.hide(id)
    undo?.()
  }
  const button = (
    <Button size="compact-sm" variant="default" onClick={undoAndClose}>
      {text.undo}
    </Button>
  )
  notifications.show({
    id,
    title: message,
    message: undo && button,
    autoClose: undo ? undoMilliseconds : 4000,
    ...closeWith(text),
  })
}

/** Shows the API's error message, or that the connection was lost. The notice stays until the user closes it. */
export function notifyRefusal(error: unknown, text: ChangeTexts): void {
  const message = <ProblemDetails error={error} text={text} />
  notifications.show({ ...refusalStyle(error, text), message, autoClose: false, ...closeWith(text) })
}

interface Conflict {
  differences: readonly string[]
  load: () => void
  text: ChangeTexts
}

/**
 * Shows that a change is not saved, because another person has changed the object. The notice lists the differences,
 * and a button loads the current object.
 */
export function notifyConflict({ differences, load, text }: Conflict): void {
  const id = 'conflict'
  const loadAndClose = () => {
    notifications.hide(id)
    load()
  }
  const message = (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{text.notSaved}</Text>
      <SentenceList sentences={differences.length > 0 ? differences : [text.otherDetails]} />
      <Button size="compact-sm" variant="default" onClick={loadAndClose}>
        {text.load}
      </Button>
    </Stack>
  )
  /** Mantine would ignore a notice with the id of one that is still shown, for example about another object. */
  notifications.hide(id)
  notifications.show({ id, color: 'orange', title: text.conflict, message, autoClose: false, ...closeWith(text) })
}

const textOf = (value: unknown) => ((value ?? '') === '' ? '–' : String(value))

/**
 * Returns a function that compares two versions of an object. The function returns a sentence for each labelled field
 * that differs.
 */
export const createFieldComparison =
  <Value extends object>(labels: Partial<Record<keyof Value & string, string>>) =>
  (shown: Value, current: Value): string[] => {
    const changed = (Object.keys(labels) as (keyof Value & string)[]).filter(name => shown[name] !== current[name])
    return changed.map(name => `${labels[name]}: ${textOf(shown[name])} → ${textOf(current[name])}`)
  }

/** Like `createFieldComparison`, but compares the fields that `fieldsOf` returns: texts as the screen shows them. */
export const createTextComparison =
  <Value extends object, Fields extends object>(
    labels: Record<keyof Fields & string, string>,
    fieldsOf: (value: Value) => Fields,
  ) =>
  (shown: Value, current: Value): string[] =>
    createFieldComparison<Fields>(labels)(fieldsOf(shown), fieldsOf(current))
