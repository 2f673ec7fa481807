---
title: {{title_yaml}}
description: {{description_yaml}}
version: 0.1.0
settings: {}
---

Tools go in `tools/`, what the model reads about them in `prompts/`, extensions in `extensions/<point>/`, skills in
`skills/<skill>/`. `settings` above are the plugin's own; a person overrides them in `usr/plugins/{{name}}/settings.yaml`.
