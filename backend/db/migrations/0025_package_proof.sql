CREATE TABLE "former_packages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_packages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" text COLLATE "C" NOT NULL,
	"version" text NOT NULL,
	"platform" text NOT NULL,
	"file_id" text,
	"uid" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"notified_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "repository_status" text;--> statement-breakpoint
ALTER TABLE "plugin_packages" ADD COLUMN "basis" text;--> statement-breakpoint
ALTER TABLE "former_packages" ADD CONSTRAINT "former_packages_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_packages" ADD CONSTRAINT "former_packages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_packages" ADD CONSTRAINT "former_packages_uid_authors_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."authors"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_packages_by_project" ON "former_packages" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "former_packages_by_file" ON "former_packages" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "former_packages_by_account" ON "former_packages" USING btree ("uid");