/** The second step of a change that cannot be undone: it says what will happen, in names and amounts. */

import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../session/language.ts'
import { Refusal } from './refusal.tsx'
import { texts } from './texts.ts'

interface ConfirmDialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** What will happen. */
  children: ReactNode
  /** The button that changes nothing. */
  keep: string
  confirm: string
  onConfirm: () => void
  /** False by default: the dialog is closed before the change is sent. */
  isPending?: boolean
  /** Why the change was refused, if the dialog stays open until then. */
  refusal?: unknown
}

export function ConfirmDialog({
  title,
  isOpen,
  onClose,
  children,
  refusal,
  isPending = false,
  ...action
}: ConfirmDialogProps) {
  const text = useTexts(texts)
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': text.close }}>
      <Stack>
        {children}
        <Refusal error={refusal} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {action.keep}
          </Button>
          <Button color="red" onClick={action.onConfirm} loading={isPending}>
            {action.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
