import { describe, expect, test } from 'vitest'
import { stageNamed } from '../../../infra/stages.ts'

describe('stages', () => {
  test.each(['dev', 'prod'])('%s is one', name => {
    expect(stageNamed(name).name).toBe(name)
  })

  test.each(['production', '', 'toString', '__proto__'])(
    '%j is none, and the error says which there are',
    name => {
      expect(() => stageNamed(name)).toThrow('infra/stages.ts has dev, prod.')
    },
  )
})
