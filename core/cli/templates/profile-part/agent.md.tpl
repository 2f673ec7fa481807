---
# Your part of the profile {{name}}. What is not said here comes from {{below}}.
# What stands below the next line of dashes takes the place of the role there.
{{description_line}}
# model: provider/model
---
