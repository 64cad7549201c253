{{- define "commerce-api.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "commerce-api.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains (include "commerce-api.name" .) .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "commerce-api.name" .) | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "commerce-api.selectorLabels" -}}
app.kubernetes.io/name: {{ include "commerce-api.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "commerce-api.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "commerce-api.selectorLabels" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "commerce-api.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "commerce-api.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "commerce-api.image" -}}
{{- if .Values.image.digest }}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end }}
{{- end }}

{{- define "commerce-api.cluster" -}}
{{- include "commerce-api.fullname" . }}-database
{{- end }}

{{/* The most pods that connect to the database at a time: all that may be, one of a roll-out, and the migrations. */}}
{{- define "commerce-api.maxPods" -}}
{{- if .Values.autoscaling.enabled }}{{ add .Values.autoscaling.maxReplicas 2 }}{{ else }}{{ add .Values.replicas 2 }}{{ end }}
{{- end }}

{{/* The environment, the same for the service and the migrations. */}}
{{- define "commerce-api.env" -}}
{{- range $name, $value := .Values.settings }}
{{- if ne (toString $value) "" }}
- name: {{ $name }}
  {{- /* Numbers are floats here: large ones would be written with an exponent. */}}
  {{- if and (kindIs "float64" $value) (eq (floor $value) $value) }}
  value: {{ int64 $value | toString | quote }}
  {{- else }}
  value: {{ $value | toString | quote }}
  {{- end }}
{{- end }}
{{- end }}
{{- if and .Values.cloudnativepg.enabled (not .Values.secretSettings.DATABASE_URL) }}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ include "commerce-api.cluster" . }}-app
      key: uri
{{- end }}
{{- range $name, $ref := .Values.secretSettings }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $ref.name | quote }}
      key: {{ $ref.key | quote }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The volumes, the same for the service and the migrations. */}}
{{- define "commerce-api.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ .Values.tmp.sizeLimit }}
{{- if .Values.databaseTls.secretName }}
- name: database-tls
  secret:
    secretName: {{ .Values.databaseTls.secretName | quote }}
    # For the group of the pod, whose user reads the key.
    defaultMode: 0440
{{- end }}
{{- with .Values.pictures.existingClaim }}
- name: pictures
  persistentVolumeClaim:
    claimName: {{ . | quote }}
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "commerce-api.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .Values.databaseTls.secretName }}
# As a whole, without subPath: so that renewed certificates arrive.
- name: database-tls
  mountPath: {{ .Values.databaseTls.mountPath | quote }}
  readOnly: true
{{- end }}
{{- if .Values.pictures.existingClaim }}
- name: pictures
  mountPath: /data/pictures
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "commerce-api.podSecurity" -}}
runAsNonRoot: true
# The user "node" of the image.
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "commerce-api.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
