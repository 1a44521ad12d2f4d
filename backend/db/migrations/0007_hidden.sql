CREATE TABLE "audit" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"project_id" text NOT NULL,
	"title" text NOT NULL,
	"author" text NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "projects_by_filter";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "audit_by_project" ON "audit" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "projects_by_filter" ON "projects" USING btree ("kind","category","minimum_version_parts","operating_systems") WHERE "projects"."hidden_at" IS NULL;