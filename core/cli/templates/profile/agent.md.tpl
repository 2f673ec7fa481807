---
title: {{title_yaml}}
description: {{description_yaml}}
context: {{context_yaml}}
extends: default
---

You are {{title}}.
