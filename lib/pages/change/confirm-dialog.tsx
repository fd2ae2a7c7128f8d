/** The second step of a change that cannot be undone: it says what will happen, in names and amounts. */

import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Refusal } from './refusal.tsx'

interface ConfirmDialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** The sentences that say what will happen. */
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

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { children, keep, confirm, onConfirm, isPending = false, refusal, ...dialog } = props
  return (
    <Dialog {...dialog}>
      <Stack>
        {children}
        <Refusal error={refusal} />
        <Group justify="flex-end">
          <Button variant="default" onClick={dialog.onClose} disabled={isPending} data-autofocus>
            {keep}
          </Button>
          <Button color="red" onClick={onConfirm} loading={isPending}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
